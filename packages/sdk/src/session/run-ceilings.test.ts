import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { approveEverything, type Run } from '@drawbridge/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDrawbridge } from '../create-drawbridge.ts'
import type { Drawbridge } from '../drawbridge.ts'

let root: string
let drawbridge: Drawbridge
beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'drawbridge-denied-')))
  mkdirSync(join(root, 'work/private'), { recursive: true })
  writeFileSync(join(root, 'work/private/a.txt'), 'hidden text\n')
  writeFileSync(join(root, 'work/open.txt'), 'open text\n')
  drawbridge = await createDrawbridge({
    workspace: join(root, 'work'),
    home: join(root, 'home'),
    config: { permissions: { allowBypass: true } },
    authority: { mode: 'bypass', approvers: [approveEverything], limiting: 'off' },
    record: 'off',
  })
})
afterEach(async () => {
  await drawbridge[Symbol.asyncDispose]()
  rmSync(root, { recursive: true, force: true })
})

const read = async (run: Pick<Run, 'call'>) =>
  (await run.call({ name: 'fs__read_file', arguments: { path: 'private/a.txt' } })).status

test('paths that a session denies are closed in every mode, after every answer, and in every run of it', async () => {
  await using session = drawbridge.openSession({ deniedPaths: ['private'] })
  expect(await read(session)).toBe('denied')
  expect(await read(session.openRun())).toBe('denied')
  expect(await read(session.openRun({ principal: { role: 'sub', parents: [{ run: 'x' }] } }))).toBe('denied')
  const search = await session.call({ name: 'fs__search', arguments: { query: 'text' } })
  expect(search.text).toContain('open.txt')
  expect(search.text).not.toContain('hidden text')
  const command = await session.call({ name: 'runtime__exec', arguments: { command: 'cat private/a.txt' } })
  expect(command.status).toBe('denied')
  const removal = { name: 'fs__delete', arguments: { path: 'private', recursive: true } }
  expect((await session.explain(removal)).decision?.verdict).toBe('deny')
  await using other = drawbridge.openSession()
  expect(await read(other)).toBe('ok')
})

test('paths that one run denies are open to the other runs of its session', async () => {
  await using session = drawbridge.openSession()
  expect(await read(session.openRun({ deniedPaths: [join(root, 'work/private/**')] }))).toBe('denied')
  expect(await read(session.openRun())).toBe('ok')
})

test.each([
  ['a glob that cannot match', ['*/../x'], /deniedPaths.*"\.\."/],
  ['a text in place of a list', 'private', /deniedPaths.*list/],
])('%s is refused by name', (_what, deniedPaths, message) => {
  expect(() => drawbridge.openSession({ deniedPaths: deniedPaths as never })).toThrow(message)
})
