import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { approveEverything, type DrawbridgeEvent, defineTool } from '@drawbridge/core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createDrawbridge } from '../create-drawbridge.ts'
import type { DrawbridgeOptions } from '../drawbridge-options.ts'
import { replayRecorded } from './replay-recorded.ts'

let root: string
let executed: string[]
beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'drawbridge-replay-')))
  executed = []
  await mkdir(join(root, 'project'))
  writeFileSync(join(root, 'project', 'a.txt'), `${'line\n'.repeat(3_000)}end\n`)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const send = () =>
  defineTool({
    name: 'demo.send',
    description: 'Sends.',
    input: z.strictObject({ to: z.string() }),
    permission: 'write',
    execute: ({ to }) => {
      executed.push(to)
      return `sent to ${to}`
    },
  })

const options = (): DrawbridgeOptions => ({
  workspace: join(root, 'project'),
  home: join(root, 'home'),
  config: { permissions: { rules: [{ tools: 'runtime.run_command', when: { command: 'ls *' }, then: 'allow' }] } },
  tools: { own: [send()] },
})

async function record(where: 'database' | 'files' = 'database'): Promise<string> {
  await using drawbridge = await createDrawbridge({
    ...options(),
    record: where,
    authority: { approvers: [approveEverything] },
  })
  const session = drawbridge.openSession({ mode: 'accept-edits' })
  const turn = [
    { name: 'fs__read_file', arguments: { path: 'a.txt' } },
    { name: 'fs__search', arguments: { pattern: 'end' } },
    { name: 'fs__write_file', arguments: { path: 'b.txt', content: 'x' } },
    { name: 'demo__send', arguments: { to: 'ada' } },
    { name: 'runtime__run_command', arguments: { argv: ['ls', '-l'] } },
    { name: 'runtime__exec', arguments: { command: 'cat a.txt; exit 3' } },
    { name: 'fs__read_file', arguments: { path: '../outside.txt' } },
  ]
  for await (const _ of session.runTurn(turn));
  await session.openRun({ mode: 'plan' }).call(turn[2])
  await session.openRun({ deniedPaths: ['a.txt'] }).call(turn[0])
  return session.id
}

const equal = { status: 'equal', different: 0, differences: [], taken: {} }

describe('a session that was recorded on a real machine', () => {
  test('is equal under the same options, and nothing is executed again', async () => {
    const session = await record()
    expect(executed).toEqual(['ada'])
    rmSync(join(root, 'project', 'a.txt'))
    expect(await replayRecorded({ session, ...options() })).toMatchObject(equal)
    expect(executed).toEqual(['ada'])
  })

  test('in files and not in the database is equal too', async () => {
    const session = await record('files')
    expect(await replayRecorded({ session, ...options() })).toMatchObject(equal)
  })

  test('differs where a tool is gone', async () => {
    const session = await record()
    const { differences } = await replayRecorded({ session, ...options(), tools: { own: [] } })
    expect(differences).toContainEqual(
      expect.objectContaining({
        because: expect.stringContaining('unknown_tool: The tool "demo__send" does not exist'),
      }),
    )
  })

  test('is read from wherever it is kept', async () => {
    const session = await record()
    const readEvents = async function* (): AsyncGenerator<DrawbridgeEvent> {}
    expect(await replayRecorded({ session, ...options(), readEvents })).toMatchObject({ status: 'equal', events: 0 })
    expect(await replayRecorded({ ...options(), session: 'another' })).toMatchObject({ events: 0 })
  })
})
