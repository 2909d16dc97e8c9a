import { describe, expect, test } from 'vitest'
import type { Clock } from '../../clock/clock.ts'
import { createFakeClock } from '../../testing/index.ts'
import { defaultRunSettings } from '../run-context.ts'
import { Deadline } from './deadline.ts'

function setUp(run = new AbortController()) {
  const clock = createFakeClock()
  let timers = 0
  const counting: Clock = {
    now: clock.now,
    after: (delayMs, callback) => {
      timers += 1
      const timer = clock.after(delayMs, callback)
      return {
        [Symbol.dispose]: () => {
          timers -= 1
          timer[Symbol.dispose]()
        },
      }
    },
  }
  const settings = { ...defaultRunSettings, abortGraceMs: 50 }
  const deadline = new Deadline(1_000, { clock: counting, signal: run.signal, settings })
  return { deadline, clock, run, openTimers: () => timers }
}

describe('a deadline', () => {
  test('costs no timer while nobody waits or looks', () => {
    const { deadline, openTimers } = setUp()
    expect(deadline.reached).toBeUndefined()
    expect(openTimers()).toBe(0)
    deadline[Symbol.dispose]()
  })

  test('fires at its limit and says why', async () => {
    const { deadline, clock } = setUp()
    const { signal } = deadline
    await clock.advance(999)
    expect(signal.aborted).toBe(false)
    await clock.advance(1)
    expect([signal.aborted, deadline.reached]).toEqual([true, 'timeout'])
  })

  test('fires with the run, also where that was over before', () => {
    const { deadline, run } = setUp()
    const { signal } = deadline
    run.abort()
    expect([signal.aborted, deadline.reached]).toEqual([true, 'aborted'])
    const late = setUp(run)
    expect(late.deadline.signal.aborted).toBe(true)
  })

  test('lets a tool go that does not settle within the grace, and hands over one that does', async () => {
    const stubborn = setUp()
    const waiting = stubborn.deadline.race(new Promise<string>(() => undefined))
    await stubborn.clock.advance(1_050)
    expect(await waiting).toBeUndefined()

    const willing = setUp()
    const { promise, resolve } = Promise.withResolvers<string>()
    const handed = willing.deadline.race(promise)
    await willing.clock.advance(1_010)
    resolve('half')
    expect(await handed).toBe('half')
  })

  test('leaves no timer behind', async () => {
    const { deadline, clock, openTimers } = setUp()
    void deadline.race(Promise.resolve('done'))
    expect(openTimers()).toBe(1)
    await clock.advance(0)
    deadline[Symbol.dispose]()
    expect(openTimers()).toBe(0)
  })
})
