import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createFakeClock, testPrincipal } from '../testing/index.ts'
import type { Risk } from '../tool/permission.ts'
import { createLimiter } from './create-limiter.ts'
import type { LimitSettings } from './limit-settings.ts'
import type { Limiter, LimitGrant } from './limiter.ts'

const request = (session = 's', risk: Risk = 'safe', tool = 'demo.tool') => ({
  tool,
  risk,
  principal: { ...testPrincipal, session },
})

function setUp(settings: Partial<LimitSettings> = {}) {
  const clock = createFakeClock(1_000_000)
  return { clock, limiter: createLimiter({ clock, settings }) }
}

function acquire(limiter: Limiter, ...parts: Parameters<typeof request>): LimitGrant {
  const grant = limiter.acquire(request(...parts))
  if (grant instanceof Promise) throw new TypeError('the limiter in memory answers at once')
  return grant
}

function burst(limiter: Limiter, count: number, ...parts: Parameters<typeof request>): LimitGrant['status'][] {
  return Array.from({ length: count }, () => {
    const grant = acquire(limiter, ...parts)
    if (grant.status === 'granted') grant.release()
    return grant.status
  })
}

describe('the limiter', () => {
  test('grants a burst of 20, then refills at 10 a second', async () => {
    const { clock, limiter } = setUp()
    expect(burst(limiter, 21)).toEqual([...Array<string>(20).fill('granted'), 'refused'])
    expect(acquire(limiter)).toMatchObject({ status: 'refused', limit: 'calls per session', retryAfterMs: 100 })
    await clock.advance(100)
    expect(burst(limiter, 2)).toEqual(['granted', 'refused'])
  })

  test('counts dangerous calls in a bucket of their own as well', () => {
    const { limiter } = setUp()
    expect(burst(limiter, 6, 's', 'dangerous')).toEqual([...Array<string>(5).fill('granted'), 'refused'])
    expect(burst(limiter, 1, 's', 'safe')).toEqual(['granted'])
    expect(burst(limiter, 1, 's', 'destructive')).toEqual(['refused'])
  })

  test('takes nothing from a limit when another one refuses', () => {
    const { limiter } = setUp()
    burst(limiter, 5, 's', 'dangerous')
    burst(limiter, 50, 's', 'dangerous')
    expect(burst(limiter, 15, 's', 'safe')).toEqual(Array(15).fill('granted'))
  })

  test('lets no session starve another', () => {
    const { limiter } = setUp()
    burst(limiter, 500, 'greedy')
    expect(burst(limiter, 20, 'modest')).toEqual(Array(20).fill('granted'))
  })

  test('gives a place back once, however often it is released', () => {
    const { limiter } = setUp({ concurrentPerSession: 2 })
    const [first, second] = [acquire(limiter), acquire(limiter)]
    expect(acquire(limiter)).toMatchObject({ status: 'refused', limit: 'concurrent calls per session' })
    if (first.status === 'granted') {
      first.release()
      first.release()
    }
    expect(acquire(limiter).status).toBe('granted')
    expect(acquire(limiter).status).toBe('refused')
    expect(second.status).toBe('granted')
  })

  test('limits the concurrency of one tool over all sessions', () => {
    const { limiter } = setUp({ concurrentPerTool: { 'demo.tool': 1 } })
    expect(acquire(limiter, 'a').status).toBe('granted')
    expect(acquire(limiter, 'b')).toMatchObject({ status: 'refused', limit: 'concurrent calls of demo.tool' })
    expect(acquire(limiter, 'b', 'safe', 'demo.other').status).toBe('granted')
  })

  test('takes no tool name for a property of an object', () => {
    const { limiter } = setUp()
    expect(acquire(limiter, 's', 'safe', 'constructor').status).toBe('granted')
  })

  test('never grants more than a window allows, at whatever pace the calls come', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 80 }), async (pauses) => {
        const window = { calls: 5, perMs: 1_000 }
        const { clock, limiter } = setUp({ calls: { burst: 1e6, perSecond: 1e6 }, windows: { session: window } })
        const granted: number[] = []
        for (const pause of pauses) {
          await clock.advance(pause)
          const grant = acquire(limiter)
          if (grant.status === 'granted') granted.push(clock.now())
          else expect(grant.status === 'refused' && grant.retryAfterMs).toBeGreaterThan(0)
          const inWindow = granted.filter((time) => time > clock.now() - window.perMs)
          expect(inWindow.length).toBeLessThanOrEqual(window.calls)
        }
      }),
      { numRuns: 30 },
    )
  })

  test('grants again exactly when it said', async () => {
    const { clock, limiter } = setUp({ windows: { session: { calls: 1, perMs: 1_000 } } })
    burst(limiter, 1)
    await clock.advance(300)
    expect(acquire(limiter)).toMatchObject({ status: 'refused', retryAfterMs: 700 })
    await clock.advance(699)
    expect(acquire(limiter).status).toBe('refused')
    await clock.advance(1)
    expect(acquire(limiter).status).toBe('granted')
  })
})
