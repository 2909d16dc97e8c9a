import { spawn } from 'node:child_process'
import { appendFile, chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DrawbridgeEvent } from '@drawbridge/core'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createFileRecorder } from './create-file-recorder.ts'
import { readSessionEvents } from './read-session-events.ts'
import { sessionFileName } from './session-file-name.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drawbridge-recorder-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const event = (sequence: number, session = 's'): DrawbridgeEvent => ({
  type: 'run.aborted',
  reason: `reason ${sequence}\nwith a line break`,
  sequence,
  time: 0,
  session,
  run: 'r',
})

async function readAll(session = 's') {
  return Array.fromAsync(readSessionEvents(folder, session))
}

describe('the file recorder', () => {
  test('keeps events in order, a line each, readable by their owner alone', async () => {
    await using recorder = createFileRecorder({ folder })
    await Promise.all(Array.from({ length: 200 }, (_, index) => recorder.append(event(index + 1), 'grouped')))
    expect(await readAll()).toEqual(Array.from({ length: 200 }, (_, index) => event(index + 1)))
    expect((await stat(join(folder, 's.jsonl'))).mode & 0o777).toBe(0o600)
  })

  test('has a line on the disk once it is acknowledged, before it is closed', async () => {
    const recorder = createFileRecorder({ folder, durability: 'power' })
    await recorder.append(event(1), 'durable')
    expect(await readAll()).toEqual([event(1)])
    await recorder[Symbol.asyncDispose]()
  })

  test('keeps a line whole that holds what others count as the end of one', async () => {
    await using recorder = createFileRecorder({ folder })
    const odd = { ...event(1), type: 'run.aborted', reason: 'a\u2028b\u2029c\r\0\ud800' } as const
    await recorder.append(odd, 'durable')
    expect(await readAll()).toEqual([odd])
  })

  test('starts on a new line after a process that died inside one', async () => {
    await writeFile(join(folder, 's.jsonl'), '{"type":"run.abor')
    await using recorder = createFileRecorder({ folder })
    await recorder.append(event(2), 'durable')
    expect(await readAll()).toEqual([{ type: 'torn', line: 1 }, event(2)])
  })

  test('rejects an event that it cannot write, names the folder, and continues once it can', async () => {
    const blocked = join(folder, 'file')
    await appendFile(blocked, '')
    await using recorder = createFileRecorder({ folder: blocked })
    await expect(recorder.append(event(1), 'durable')).rejects.toThrow(blocked)
    await rm(blocked)
    await recorder.append(event(1), 'durable')
    expect(await readdir(blocked)).toContain('s.jsonl')
    await chmod(blocked, 0o700)
  })

  test('loses nothing that it acknowledged when the process is killed', async () => {
    const program = `
      import { createFileRecorder } from ${JSON.stringify(join(import.meta.dirname, 'create-file-recorder.ts'))}
      const recorder = createFileRecorder({ folder: ${JSON.stringify(folder)} })
      for (let sequence = 1; ; sequence += 1) {
        await recorder.append({ type: 'run.aborted', reason: 'x', sequence, time: 0, session: 's', run: 'r' }, 'durable')
        console.log(sequence)
      }`
    const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', program])
    let acknowledged = 0
    child.stdout.on('data', (chunk: Buffer) => {
      acknowledged = Number(chunk.toString().trim().split('\n').at(-1))
      if (acknowledged > 500) child.kill('SIGKILL')
    })
    await new Promise((resolve) => child.once('close', resolve))
    const kept = (await readAll()).filter((entry) => entry.type !== 'torn')
    expect(acknowledged).toBeGreaterThan(500)
    expect(kept.length).toBeGreaterThanOrEqual(acknowledged)
  })
})

describe('a session file name', () => {
  const unpaired = fc.array(fc.integer({ min: 0xd7ff, max: 0xe000 })).map((units) => String.fromCharCode(...units))
  const keys = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.string({ maxLength: 300 }), unpaired)

  test('is one plain name, different for different keys', () => {
    fc.assert(
      fc.property(keys, keys, (left, right) => {
        const name = sessionFileName(left)
        expect(name).toMatch(/^[^/\0]{0,220}\.jsonl$/)
        expect(name.startsWith('.')).toBe(left === '')
        if (left !== right) expect(name).not.toBe(sessionFileName(right))
      }),
    )
  })

  test('keeps the colons of a session key apart from path separators', async () => {
    expect(sessionFileName('agent:main:cli:direct:../x')).toBe('agent%3Amain%3Acli%3Adirect%3A%2E%2E%2Fx.jsonl')
    expect(await readFile(join(folder, sessionFileName('absent'))).catch(() => 'absent')).toBe('absent')
  })
})
