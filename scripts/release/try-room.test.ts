import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { tryRoom } from './try-room.ts'

const example = join(import.meta.dirname, '../../examples/room')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'drawbridge-room-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function plantCommand(text: string): void {
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true })
  cpSync(example, join(folder, 'room'), { recursive: true })
  const command = join(folder, 'node_modules/.bin/drawbridge')
  writeFileSync(command, text)
  chmodSync(command, 0o755)
}

test('a command that does not load the room is reported, each attempt with what it printed', async () => {
  plantCommand("console.log('Added roof.', process.argv.slice(2).join(' '))\n")
  const problems = await tryRoom(folder, process.execPath)
  expect(problems.length).toBe(5)
  expect(problems[0]).toContain('`drawbridge call weather.note` ends with 0')
  expect(problems[0]).toContain('"station":"roof"')
})

test('an installation without the room of the examples is not tried', async () => {
  expect(await tryRoom(folder, process.execPath)).toEqual([])
})
