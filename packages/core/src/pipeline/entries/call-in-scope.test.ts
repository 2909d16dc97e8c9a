import { expect, test } from 'vitest'
import { z } from 'zod'
import { systemClock } from '../../clock/system-sources.ts'
import type { DrawbridgeEvent } from '../../event/drawbridge-event.ts'
import type { EventLog } from '../../event/event-log.ts'
import { createRegistry } from '../../registry/create-registry.ts'
import { openRun } from '../../run/open-run.ts'
import { createMemoryRecorder, createScriptedApprover, testPrincipal } from '../../testing/index.ts'
import { defineTool } from '../../tool/define-tool.ts'

const input = z.strictObject({})

const wait = defineTool({
  name: 'demo.wait',
  description: 'Waits until it is stopped.',
  input,
  permission: 'readonly',
  execute: (_, { signal, progress }) => {
    progress({ message: 'waiting' })
    return new Promise<string>((resolve) => signal.addEventListener('abort', () => resolve('stopped')))
  },
})

const write = defineTool({ ...wait, name: 'demo.write', permission: 'write', execute: () => 'written' })

function start() {
  const registry = createRegistry()
  for (const tool of [wait, write]) registry.register(tool)
  const recorder = createMemoryRecorder()
  return { run: openRun({ registry, recorder, principal: testPrincipal }), recorder }
}

/** Resolves once the tool says that it runs. */
function running(events: EventLog): Promise<void> {
  return new Promise((resolve) => events.subscribe((event) => event.type === 'tool.progress' && resolve()))
}

test("a call's own signal ends that call and no other", async () => {
  const { run } = start()
  const first = new AbortController()
  const second = new AbortController()
  const waiting = [first, second].map(({ signal }) => run.call({ name: 'demo.wait' }, { signal }))
  await running(run.events)
  first.abort()
  expect(await waiting[0]).toMatchObject({ status: 'cancelled', code: 'aborted' })
  expect(run.signal.aborted).toBe(false)
  second.abort()
  expect(await waiting[1]).toMatchObject({ status: 'cancelled', code: 'aborted' })
})

test("the run's abort ends a call that has a signal of its own", async () => {
  const { run } = start()
  const waiting = run.call({ name: 'demo.wait' }, { signal: new AbortController().signal })
  await running(run.events)
  run.abort('enough')
  expect(await waiting).toMatchObject({ status: 'cancelled', code: 'aborted' })
})

test('a call brings its own approver, who is not asked about others', async () => {
  const { run } = start()
  const approver = createScriptedApprover([{ tool: 'demo.write', answer: 'allow_once' }])
  expect(await run.call({ name: 'demo.write' }, { approvers: [approver] })).toMatchObject({ status: 'ok' })
  expect(await run.call({ name: 'demo.write' })).toMatchObject({ code: 'approval_unavailable' })
  approver.done()
})

test('the end of a call that is listened to has the time of its duration, so that a replay is equal', async () => {
  let time = 0
  const clock = { ...systemClock, now: () => (time += 1) }
  const registry = createRegistry()
  registry.register(write)
  const recorder = createMemoryRecorder()
  const run = openRun({ registry, recorder, clock, principal: testPrincipal })
  const approvers = [createScriptedApprover([{ tool: 'demo.write', answer: 'allow_once' }])]
  const outcome = await run.call({ name: 'demo.write' }, { approvers, onEvent: () => undefined })
  const [called] = recorder.events.filter((event) => event.type === 'tool.called')
  const [ended] = recorder.events.filter((event) => event.type === 'tool.completed')
  expect((ended?.time ?? 0) - (called?.receivedAt ?? 0)).toBe(outcome.result.meta.durationMs)
})

test('a call hears its own events and those of no other, as they are recorded', async () => {
  const { run, recorder } = start()
  const heard: DrawbridgeEvent[] = []
  const controller = new AbortController()
  const waiting = run.call({ name: 'demo.wait' }, { signal: controller.signal, onEvent: (event) => heard.push(event) })
  await running(run.events)
  await run.call({ name: 'demo.write' })
  controller.abort()
  const { result } = await waiting
  expect(heard.map((event) => event.type)).toEqual(['tool.called', 'tool.started', 'tool.progress', 'tool.cancelled'])
  expect(heard.every((event) => 'toolCallId' in event && event.toolCallId === result.toolCallId)).toBe(true)
  expect(recorder.events).toEqual(expect.arrayContaining(heard.filter((event) => event.type !== 'tool.progress')))
})
