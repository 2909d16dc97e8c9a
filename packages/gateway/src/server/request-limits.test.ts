import { createFakeClock } from '@drawbridge/core/testing'
import type { SharedBuckets } from '@drawbridge/store/authority'
import { createSharedBuckets } from '@drawbridge/store/authority'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../../store/src/__fixtures__/describe-databases.ts'
import { createRequestLimits } from './request-limits.ts'

/** The number of requests that are let in, of those that come at once. */
async function letIn(limits: ReturnType<typeof createRequestLimits>, caller: string, count: number): Promise<number> {
  const all = await Promise.allSettled(Array.from({ length: count }, () => limits.admit(caller)))
  return all.filter(({ status }) => status === 'fulfilled').length
}

describeDatabases('limits of requests', ({ open }) => {
  test('let two nodes together take one burst of a caller, and each caller its own', async () => {
    const database = await open()
    const clock = createFakeClock(1_000_000)
    const rate = { burst: 48, perSecond: 8 }
    const node = () => createRequestLimits({ buckets: createSharedBuckets(database, { clock }), rate, clock })
    const [one, two] = [node(), node()]
    const [first, second] = await Promise.all([letIn(one, 'key a', 60), letIn(two, 'key a', 60)])
    expect((first ?? 0) + (second ?? 0)).toBe(48)
    expect(await letIn(two, 'key b', 60)).toBe(48)
    await clock.advance(1_000)
    expect((await letIn(one, 'key a', 60)) + (await letIn(two, 'key a', 60))).toBe(8)
  })

  test('ask the database for a portion at a time, and not at all while a caller has to wait', async () => {
    const clock = createFakeClock(1_000_000)
    const shared = createSharedBuckets(await open(), { clock })
    let looks = 0
    const buckets: SharedBuckets = {
      take: (...asked) => {
        looks += 1
        return shared.take(...asked)
      },
    }
    const limits = createRequestLimits({ buckets, rate: { burst: 160, perSecond: 0.01 }, clock })
    expect(await letIn(limits, 'a', 160)).toBe(160)
    expect(looks).toBe(16)
    expect(await letIn(limits, 'a', 100)).toBe(0)
    expect(looks).toBe(17)
    await expect(limits.admit('a')).rejects.toMatchObject({ code: 'too_many', facts: { retryAfterMs: 100_000 } })
  })
})

test('a database that fails lets nobody wait for ever', async () => {
  const buckets: SharedBuckets = { take: () => Promise.reject(new Error('gone')) }
  const limits = createRequestLimits({ buckets, rate: { burst: 4, perSecond: 1 }, clock: createFakeClock(0) })
  await expect(limits.admit('a')).rejects.toThrow('gone')
  await expect(limits.admit('a')).rejects.toThrow('gone')
})
