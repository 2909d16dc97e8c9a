import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { approveEverything } from '../approval/approve-with.ts'
import type { Approver } from '../approval/approver.ts'
import { createLockTable } from '../limit/lock-table.ts'
import { createRegistry } from '../registry/create-registry.ts'
import { createRecordedSession } from '../replay/__fixtures__/recorded-session.ts'
import { openRun } from '../run/open-run.ts'
import type { RunOptions } from '../run/run-options.ts'
import { testPrincipal } from '../testing/index.ts'
import { defineTool } from '../tool/define-tool.ts'

test('the wait for a path counts against the time limit of a call, and the answer names the call that uses the path', async () => {
  const locks = createLockTable()
  const approvers = [approveEverything]
  const writing = createRecordedSession({ locks, approvers })
  const { clock } = writing
  const reading = createRecordedSession({ locks, clock, settings: { maxTimeoutMs: 50 } })
  const writer = openRun({ ...writing.runOptions, principal: { ...testPrincipal, session: 'session_w' } })
  const reader = openRun(reading.runOptions)
  const written = writer.call({ name: 'demo.write', arguments: { does: 'wait', times: 9 } })
  await clock.advance(0)
  const read = reader.call({ name: 'demo.read', arguments: {} })
  const tooLate = reader.call({ name: 'demo.read', arguments: { say: 'twice' } })
  await clock.advance(0)
  await clock.advance(50)
  expect(await read).toMatchObject({ status: 'failed', code: 'timeout', result: { retryable: true } })
  expect((await tooLate).text).toContain('"demo.write" (call_1 of session session_w)')
  expect(reading.recorder.events.at(-1)).toMatchObject({ stoppedAt: 'before_start', timings: { locks: 50 } })
  await clock.advance(50)
  expect(await written).toMatchObject({ status: 'ok' })
  expect(await reading.replay()).toMatchObject({ status: 'equal' })
})

const limitMs = 77_777

function start(permission: 'readonly' | 'write', options: Partial<RunOptions> = {}) {
  const registry = createRegistry()
  registry.register(
    defineTool({
      name: 'demo.never',
      description: 'Never answers.',
      input: z.strictObject({}),
      permission,
      execute: () => new Promise<string>(() => undefined),
    }),
  )
  const settings = {
    defaultTimeoutMs: limitMs,
    approvalTimeoutMs: limitMs,
    hookTimeoutMs: limitMs,
    hookTotalMs: limitMs,
  }
  return openRun({ registry, principal: testPrincipal, settings: { ...settings, abortGraceMs: 0 }, ...options })
}

const silent: Approver = {
  id: 'silent',
  human: true,
  async *ask() {
    await new Promise(() => undefined)
  },
}

afterEach(() => vi.restoreAllMocks())

test.each([
  ['tool', () => start('readonly')],
  ['approver', () => start('write', { approvers: [silent] })],
  [
    'hook',
    () => start('readonly', { hooks: { preToolUse: [{ name: 'slow', run: () => new Promise(() => undefined) }] } }),
  ],
] as const)('the wait for a silent %s does not let the process exit before the time limit', async (_name, open) => {
  const timers = vi.spyOn(globalThis, 'setTimeout')
  const run = open()
  const ending = run.call({ name: 'demo.never', arguments: {} })
  await vi.waitFor(() => expect(timers.mock.calls.map(([, delayMs]) => delayMs)).toContain(limitMs), 20_000)
  const index = timers.mock.calls.findIndex(([, delayMs]) => delayMs === limitMs)
  expect(timers.mock.results[index]?.value.hasRef()).toBe(true)
  run.abort('enough')
  await ending
})
