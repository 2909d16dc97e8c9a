import { createFakeClock } from '@drawbridge/core/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeDatabases, describePostgres } from '../__fixtures__/describe-databases.ts'
import { statement } from '../database/statement.ts'
import { createSharedBuckets } from './create-shared-buckets.ts'

const taking = fc.record({
  process: fc.nat({ max: 1 }),
  name: fc.constantFrom('key a', 'b\u0000'),
  wanted: fc.integer({ min: 1, max: 5 }),
  waitMs: fc.integer({ min: 0, max: 900 }),
})

describeDatabases('buckets of tokens in a database', ({ open }) => {
  test('give two processes together never more than one bucket has', async () => {
    const database = await open()
    const other = await open()
    const rate = { burst: 10, perSecond: 3 }
    await fc.assert(
      fc.asyncProperty(fc.array(taking, { minLength: 10, maxLength: 30, size: 'max' }), async (steps) => {
        await database.run(statement('delete from limit_counters'))
        const clock = createFakeClock(1_000_000)
        const processes = [database, other].map((each) => createSharedBuckets(each, { clock }))
        const taken = new Map<string, number>()
        for (const { process, name, wanted, waitMs } of steps) {
          await clock.advance(waitMs)
          const given = await processes[process]?.take(name, rate, wanted)
          const total = (taken.get(name) ?? 0) + (given?.tokens ?? 0)
          taken.set(name, total)
          const most = rate.burst + ((clock.now() - 1_000_000) * rate.perSecond) / 1_000
          expect(total).toBeLessThanOrEqual(most)
          // What is left is less than one whole token, if fewer were taken than wanted.
          if ((given?.tokens ?? 0) < wanted) expect(total).toBeGreaterThan(Math.min(most, rate.burst) - 1)
          expect((given?.retryAfterMs ?? 0) > 0).toBe(given?.tokens === 0)
        }
      }),
      { numRuns: 15 },
    )
  }, 60_000)

  test('say when there is a token again, and then there is one', async () => {
    const clock = createFakeClock(1_000_000)
    const buckets = createSharedBuckets(await open(), { clock })
    const rate = { burst: 2, perSecond: 0.5 }
    expect(await buckets.take('a', rate, 5)).toEqual({ tokens: 2, retryAfterMs: 0 })
    expect(await buckets.take('a', rate, 1)).toEqual({ tokens: 0, retryAfterMs: 2_000 })
    expect((await buckets.take('b', rate, 1)).tokens).toBe(1)
    await clock.advance(1_999)
    expect((await buckets.take('a', rate, 1)).tokens).toBe(0)
    await clock.advance(1)
    expect((await buckets.take('a', rate, 1)).tokens).toBe(1)
  })
})

describePostgres('buckets of tokens in a database', ({ open }) => {
  test('give what is there once, to those who take at the same moment', async () => {
    const [one, two] = [createSharedBuckets(await open()), createSharedBuckets(await open())]
    const rate = { burst: 20, perSecond: 0.001 }
    const given = await Promise.all(
      Array.from({ length: 30 }, (_, place) => (place % 2 ? one : two).take('a', rate, 1)),
    )
    expect(given.filter(({ tokens }) => tokens === 1)).toHaveLength(20)
  })
})
