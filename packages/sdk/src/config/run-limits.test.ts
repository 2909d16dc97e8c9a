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
