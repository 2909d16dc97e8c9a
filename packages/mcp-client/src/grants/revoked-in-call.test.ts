import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { approveWith } from '@drawbridge/core'
import { systemClock } from '@drawbridge/core/base'
import { expect, onTestFinished, test } from 'vitest'
import { openScene, scripted } from '../__fixtures__/open-scene.ts'
import { createGrantStore } from './grant-store.ts'

const tools = ['slow', 'echo'].map((name) => ({ name, inputSchema: { type: 'object' } }))
const caller = { agent: 'writer', user: 'ada' }

/** A server that writes its calls down. What takes its grant back does so as another process would. */
async function openGranted() {
  const folder = mkdtempSync(join(tmpdir(), 'drawbridge-calls-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const log = join(folder, 'calls')
  const scene = await openScene({ one: scripted({ tools, callLog: log }, { requireUserGrant: true }) })
  const elsewhere = createGrantStore(scene.database, { clock: systemClock })
  const subject = { kind: 'user', id: 'ada' } as const
  await (await scene.grants.store()).put({ server: 'one', subject, enabled: true, toolDeny: [] }, 'op')
  await scene.agree('one')
  return {
    scene,
    revoke: () => elsewhere.remove('one', subject),
    calls: () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []),
  }
}

test('a call whose grant is taken back while it waits for approval is not sent, although it is approved', async () => {
  const { scene, revoke, calls } = await openGranted()
  const run = scene.run(caller, {
    approvers: [
      approveWith(
        'late',
        async () => {
          await revoke()
          return { answer: 'allow_once' }
        },
        { human: true },
      ),
    ],
  })
  const outcome = await run.call({ name: 'mcp.one.echo', arguments: {} })
  expect(outcome).toMatchObject({ code: 'tool_not_available' })
  expect(JSON.stringify(outcome)).toContain('is not granted to this user')
  expect(calls()).toEqual([])
})

test('a call that the server has received before its grant is taken back returns its result, and the next one is not sent', async () => {
  const { scene, revoke, calls } = await openGranted()
  const run = scene.run(caller)
  const told: string[] = []
  using _listening = run.events.subscribe((event) => {
    if (event.type !== 'tool.progress') return
    told.push(event.message)
    if (told.length === 1) void revoke()
  })
  expect(await run.call({ name: 'mcp.one.slow', arguments: {} })).toMatchObject({ status: 'ok' })
  const next = await run.call({ name: 'mcp.one.echo', arguments: {} })
  expect(next.status).not.toBe('ok')
  expect(calls()).toEqual(['slow'])
})
