import { getEventListeners } from 'node:events'
import type { Clock } from '@drawbridge/core/base'
import { createFakeClock } from '@drawbridge/core/testing'
import { describe, expect, test } from 'vitest'
import { watchForStop } from './watch-for-stop.ts'

function setUp(timeoutMs = 100) {
  const clock = createFakeClock()
  const pending = new Set<symbol>()
  const counting: Clock = {
    now: clock.now,
    after: (delayMs, callback) => {
      const id = Symbol('timer')
      pending.add(id)
      const timer = clock.after(delayMs, callback)
      return {
        [Symbol.dispose]: () => {
          pending.delete(id)
          timer[Symbol.dispose]()
        },
      }
    },
  }
  const abort = new AbortController()
  const watch = watchForStop({ timeoutMs, signals: [undefined, abort.signal], clock: counting })
  return { clock, pending, abort, watch }
}

describe('a program must end', () => {
  test('at its time limit, not before', async () => {
    const { clock, watch } = setUp()
    await clock.advance(99)
    expect(watch.current()).toBeUndefined()
    await clock.advance(1)
    expect(await watch.reason).toBe('timed_out')
  })

  test('when a signal aborts, and the first reason stays', async () => {
    const { clock, watch, abort } = setUp()
    abort.abort()
    await clock.advance(100)
    expect(await watch.reason).toBe('aborted')
    expect(watch.current()).toBe('aborted')
  })

  test('at once where a signal was aborted before', () => {
    using watch = watchForStop({ timeoutMs: 100, signals: [AbortSignal.abort()], clock: createFakeClock() })
    expect(watch.current()).toBe('aborted')
  })
})

test('a limit that is set later counts from then, and only the first', async () => {
  const clock = createFakeClock()
  using watch = watchForStop({ signals: [], clock })
  await clock.advance(1000)
  watch.limit(undefined)
  watch.limit(100)
  watch.limit(10)
  await clock.advance(99)
  expect(watch.current()).toBeUndefined()
  await clock.advance(1)
  expect(await watch.reason).toBe('timed_out')
})

test('a watch that is over leaves no timer and no listener', () => {
  const { pending, watch, abort } = setUp()
  expect(getEventListeners(abort.signal, 'abort')).toHaveLength(1)
  watch[Symbol.dispose]()
  expect(pending.size).toBe(0)
  expect(getEventListeners(abort.signal, 'abort')).toHaveLength(0)
})
