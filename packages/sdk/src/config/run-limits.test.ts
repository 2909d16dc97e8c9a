import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { approveEverything } from '@drawbridge/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDrawbridge } from '../create-drawbridge.ts'
import type { DrawbridgeConfig } from './sections.ts'

let scratch: string
beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'drawbridge-run-limits-'))
  mkdirSync(join(scratch, 'project'))
  mkdirSync(join(scratch, 'home'), { mode: 0o700 })
  writeFileSync(join(scratch, 'project', 'a.txt'), 'line\n'.repeat(100))
})
afterEach(() => rmSync(scratch, { recursive: true, force: true }))

const open = (config: DrawbridgeConfig) =>
  createDrawbridge({
    workspace: join(scratch, 'project'),
    home: join(scratch, 'home'),
    record: 'off',
    config,
    authority: { approvers: [approveEverything] },
  })

test('a command ends at the configured time', async () => {
  await using drawbridge = await open({ limits: { timeouts: { commandMs: 50 } } })
  const outcome = await drawbridge.openSession().call({ name: 'runtime.exec', arguments: { command: 'sleep 20' } })
  expect(outcome).toMatchObject({ status: 'failed', code: 'timeout' })
})

test('a model cannot set more than the configured longest time', async () => {
  await using drawbridge = await open({ limits: { timeouts: { maxMs: 50 } } })
  const call = { name: 'runtime.exec', arguments: { command: 'sleep 20', timeout_seconds: 600 } }
  expect(await drawbridge.openSession().call(call)).toMatchObject({ status: 'failed', code: 'timeout' })
})

test('arguments beyond the configured number are refused', async () => {
  await using drawbridge = await open({ limits: { arguments: { parameters: 1 } } })
  const session = drawbridge.openSession()
  expect(await session.call({ name: 'fs.read_file', arguments: { path: 'a.txt' } })).toMatchObject({ status: 'ok' })
  const more = { name: 'fs.read_file', arguments: { path: 'a.txt', limit: 5 } }
  expect(await session.call(more)).toMatchObject({ status: 'failed', code: 'too_many_parameters' })
})

test('a model sees the configured part of a result', async () => {
  await using drawbridge = await open({ limits: { results: { lines: 10 } } })
  const call = { name: 'runtime.exec', arguments: { command: 'cat a.txt' } }
  const { result } = await drawbridge.openSession().call(call)
  const lines = JSON.stringify(result.content).split('line\\n').length - 1
  expect(lines).toBeGreaterThan(0)
  expect(lines).toBeLessThan(15)
})

test('a project can lower these limits, and not raise them', async () => {
  const file = join(scratch, 'project', 'drawbridge.jsonc')
  writeFileSync(file, JSON.stringify({ limits: { timeouts: { maxMs: 700_000 } } }))
  await expect(open({})).rejects.toThrow('"limits.timeouts.maxMs" is 600000 without it')
  writeFileSync(file, JSON.stringify({ limits: { timeouts: { commandMs: 50 } } }))
  await using drawbridge = await open({ limits: { timeouts: { commandMs: 60_000 } } })
  const call = { name: 'runtime.exec', arguments: { command: 'sleep 20' } }
  expect(await drawbridge.openSession().call(call)).toMatchObject({ status: 'failed', code: 'timeout' })
})

test('a hook that outlasts the configured time denies the call, whatever time it sets itself', async () => {
  const command = [process.execPath, '-e', 'setInterval(() => {}, 1000)'] as const
  const hooks = [{ event: 'PreToolUse' as const, command: [...command] as [string, ...string[]], timeoutMs: 60_000 }]
  const call = { name: 'fs.read_file', arguments: { path: 'a.txt' } }
  for (const timeouts of [{ hookMs: 50 }, { hooksMs: 50 }]) {
    await using drawbridge = await open({ limits: { timeouts }, hooks })
    expect(await drawbridge.openSession().call(call)).toMatchObject({ code: 'denied_by_hook' })
  }
})

test('an approver that is not a person decides as the configuration says', async () => {
  const call = { name: 'fs.write_file', arguments: { path: 'b.txt', content: 'x' } }
  for (const [automatic, expected] of [
    ['alone', { status: 'ok' }],
    ['never', { code: 'approval_unavailable' }],
  ] as const) {
    await using drawbridge = await createDrawbridge({
      workspace: join(scratch, 'project'),
      home: join(scratch, 'home'),
      record: 'off',
      config: { approvals: { automatic } },
      authority: { approvers: [{ ...approveEverything, human: false }] },
    })
    expect(
      await drawbridge.openSession().call({ ...call, arguments: { ...call.arguments, path: `${automatic}.txt` } }),
    ).toMatchObject(expected)
  }
})

test('fs.glob and fs.list_files pass over the folders that the operator names, and no others', async () => {
  for (const folder of ['node_modules', 'attic']) {
    mkdirSync(join(scratch, 'project', folder))
    writeFileSync(join(scratch, 'project', folder, 'b.txt'), 'x')
  }
  await using drawbridge = await open({ fs: { skippedFolders: ['attic'] } } as DrawbridgeConfig)
  const session = drawbridge.openSession()
  const globbed = await session.call({ name: 'fs.glob', arguments: { pattern: '**/*.txt', sort: 'path' } })
  expect(globbed).toMatchObject({ result: { data: { files: ['a.txt', 'node_modules/b.txt'] } } })
  const listed = await session.call({ name: 'fs.list_files', arguments: { recursive: true } })
  expect(listed).toMatchObject({ result: { data: { skipped: ['attic'] } } })
  const named = await session.call({ name: 'fs.glob', arguments: { pattern: 'attic/*' } })
  expect(named).toMatchObject({ result: { data: { files: ['attic/b.txt'] } } })
})
