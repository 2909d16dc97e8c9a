import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createFakeClock } from '../testing/index.ts'
import type { HookVerdict } from './hook.ts'
import { type HookLimits, runGatingHook, runHook } from './run-hook.ts'

function limits(parts: Partial<Omit<HookLimits, 'clock'>> = {}) {
  const clock = createFakeClock()
  return { clock, signal: new AbortController().signal, timeoutMs: 100, totalMs: 1_000, time: { spentMs: 0 }, ...parts }
}

/** Whatever a program may hand back where a verdict is expected. */
const garbage = fc.anything().filter((value) => {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  const verdict = isObject && Object.hasOwn(value, 'verdict') ? Reflect.get(value, 'verdict') : undefined
  return !['allow', 'ask', 'deny', 'rewrite'].includes(String(verdict))
})

describe('a gating hook', () => {
  test('that says anything but a verdict denies', async () => {
    await fc.assert(
      fc.asyncProperty(garbage, async (answer) => {
        expect(await runGatingHook(() => answer as HookVerdict, limits())).toMatchObject({ verdict: 'deny' })
      }),
    )
  })

  test('that fails denies, whatever it throws', async () => {
    await fc.assert(
      fc.asyncProperty(fc.anything(), fc.boolean(), async (thrown, isLate) => {
        const hook = isLate
          ? () => Promise.reject(thrown)
          : () => {
              throw thrown
            }
        expect(await runGatingHook(hook, limits())).toMatchObject({ verdict: 'deny' })
      }),
    )
  })

  test('that hangs denies at its time limit, and is aborted', async () => {
    const given = limits()
    let stopped: AbortSignal | undefined
    const verdict = runGatingHook((signal) => {
      stopped = signal
      return new Promise(() => undefined)
    }, given)
    await given.clock.advance(100)
    expect(await verdict).toMatchObject({ verdict: 'deny', reason: expect.stringContaining('100 ms') })
    expect(stopped?.aborted).toBe(true)
  })

  test('that waits when the run is aborted denies', async () => {
    const controller = new AbortController()
    const verdict = runGatingHook(() => new Promise(() => undefined), limits({ signal: controller.signal }))
    controller.abort()
    expect(await verdict).toMatchObject({ verdict: 'deny', reason: expect.stringContaining('aborted') })
  })

  test('finds no time left where the hooks of the turn have used it up', async () => {
    const clock = createFakeClock()
    const time = { spentMs: 0 }
    const slow = () => new Promise<HookVerdict>((resolve) => clock.after(80, () => resolve({ verdict: 'allow' })))
    const shared = { ...limits({ time, totalMs: 170 }), clock }
    const verdicts = []
    for (let turn = 0; turn < 4; turn += 1) {
      const verdict = runGatingHook(slow, shared)
      await new Promise<void>((resolve) => setImmediate(resolve))
      await clock.advance(100)
      verdicts.push((await verdict).verdict)
    }
    expect(verdicts).toEqual(['allow', 'allow', 'deny', 'deny'])
  })
})

test('an observing hook gets its own time limit and says what went wrong', async () => {
  const given = limits()
  const running = runHook(() => new Promise<string>(() => undefined), given)
  await Promise.all([expect(running).rejects.toThrow('did not answer'), given.clock.advance(100)])
})
