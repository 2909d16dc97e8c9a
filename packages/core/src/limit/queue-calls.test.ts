import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createRegistry } from '../registry/create-registry.ts'
import { createRecordedSession } from '../replay/__fixtures__/recorded-session.ts'
import { openRun } from '../run/open-run.ts'
import { createFakeClock, testPrincipal } from '../testing/index.ts'
import { defineTool } from '../tool/define-tool.ts'
import { createLimiter } from './create-limiter.ts'
import { defaultLimitSettings, type LimitSettings } from './limit-settings.ts'
import type { Limiter } from './limiter.ts'
import { queueCalls } from './queue-calls.ts'

function setUp(given: Partial<LimitSettings> = {}, wrap = (limiter: Limiter) => limiter) {
  const clock = createFakeClock()
  const settings = { ...defaultLimitSettings, ...given }
  const limiter = queueCalls(wrap(createLimiter({ clock, settings })), { clock, settings: () => settings.queue })
  const started: number[] = []
  const registry = createRegistry()
  registry.register(
    defineTool({
      name: 'demo.work',
      description: 'Works for a while.',
      input: z.strictObject({ number: z.int() }),
      permission: 'readonly',
      execute: async ({ number }) => {
        started.push(number)
        await new Promise<void>((resolve) => clock.after(20, resolve))
        return String(number)
      },
    }),
  )
  const run = openRun({ registry, principal: testPrincipal, clock, limiter })
  const callAll = async (count: number) => {
    const calls = Array.from({ length: count }, (_, number) => run.call({ name: 'demo.work', arguments: { number } }))
    let open = count
    for (const call of calls) void call.then(() => (open -= 1))
    while (open > 0) await clock.advance(10)
    return Promise.all(calls)
  }
  return { run, clock, started, callAll }
}

const numbers = (count: number) => Array.from({ length: count }, (_, number) => number)
const later = (limiter: Limiter): Limiter => ({ acquire: async (request) => limiter.acquire(request) })

describe('parallel calls of one session', () => {
  test.each([20, 40])('%i of them all succeed, in the order in which they came', async (count) => {
    const { callAll, started } = setUp()
    expect((await callAll(count)).map(({ status }) => status)).toEqual(numbers(count).map(() => 'ok'))
    expect(started).toEqual(numbers(count))
  })

  test('keep their order with a limiter that answers later, such as one in a database', async () => {
    const { callAll, started } = setUp({}, later)
    expect((await callAll(40)).every(({ status }) => status === 'ok')).toBe(true)
    expect(started).toEqual(numbers(40))
  })

  test('are refused beyond the number that may wait', async () => {
    const { callAll } = setUp({ concurrentPerSession: 2, queue: { calls: 3, waitMs: 60_000 } })
    const outcomes = await callAll(8)
    expect(outcomes.map((outcome) => ('code' in outcome ? outcome.code : outcome.status))).toEqual([
      ...['ok', 'ok', 'ok', 'ok', 'ok'],
      ...['rate_limited', 'rate_limited', 'rate_limited'],
    ])
    expect(outcomes.at(-1)?.text).toContain('waiting calls per session')
  })

  test('are refused if no place becomes free in time, and at once if none can', async () => {
    const inTime = setUp({ concurrentPerSession: 1, queue: { calls: 9, waitMs: 5 } })
    expect((await inTime.callAll(2))[1]).toMatchObject({ code: 'rate_limited' })
    const hourly = setUp({ windows: { session: { calls: 1, perMs: 3_600_000 } } })
    expect((await hourly.callAll(2))[1]).toMatchObject({ code: 'rate_limited' })
    expect(hourly.clock.now()).toBeLessThan(1_000)
  })

  test('do not wait at all if the queue is switched off', async () => {
    const { callAll, clock } = setUp({ concurrentPerSession: 1, queue: { calls: 0, waitMs: 60_000 } })
    expect((await callAll(3)).map(({ status }) => status)).toEqual(['ok', 'failed', 'failed'])
    expect(clock.now()).toBeLessThan(1_000)
  })
})

test('an abort ends the calls that wait, which the record says and a replay repeats', async () => {
  const clock = createFakeClock(1_000_000)
  const settings = { ...defaultLimitSettings, concurrentPerSession: 1 }
  const limiter = queueCalls(createLimiter({ clock, settings }), { clock, settings: () => settings.queue })
  const session = createRecordedSession({ clock, limiter })
  const run = openRun(session.runOptions)
  const calls = [1, 2].map(() => run.call({ name: 'demo.read', arguments: { does: 'hang' } }))
  await clock.advance(0)
  run.abort('enough')
  await clock.advance(0)
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(['cancelled', 'cancelled'])
  const stopped = session.recorder.events.flatMap((event) => ('stoppedAt' in event ? [event.stoppedAt] : []))
  expect(stopped.toSorted()).toEqual(['in_queue', 'running'])
  expect(await session.replay()).toMatchObject({ status: 'equal' })
})
