import { createLimiter, type LimitGrant, type LimitRequest, type LimitSettings } from '@drawbridge/core/limits'
import { createFakeClock, testPrincipal } from '@drawbridge/core/testing'
import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { describeDatabases, describePostgres } from '../__fixtures__/describe-databases.ts'
import { startWorker } from '../__fixtures__/start-worker.ts'
import type { Database } from '../database/database.ts'
import { statement } from '../database/statement.ts'
import { createDatabaseLimiter, type DatabaseLimiter, type DatabaseLimiterOptions } from './create-database-limiter.ts'

function request(session = 's', parts: Partial<LimitRequest> = {}): LimitRequest {
  return { tool: 'demo.tool', risk: 'safe', principal: { ...testPrincipal, session }, ...parts }
}

/** The parts of a grant that say something. */
function said(grant: LimitGrant): object {
  return grant.status === 'refused'
    ? { status: grant.status, limit: grant.limit, retryAfterMs: grant.retryAfterMs }
    : { status: grant.status }
}

const settings: Partial<LimitSettings> = {
  calls: { burst: 4, perSecond: 2 },
  dangerousCalls: { burst: 2, perSecond: 0.7 },
  concurrentPerSession: 3,
  concurrentPerTool: { 'demo.tool': 2 },
  windows: { user: { calls: 6, perMs: 3_000 }, agent: { calls: 5, perMs: 2_000 } },
}

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('acquire' as const),
      session: fc.constantFrom('a', 'b\u0000'),
      tool: fc.constantFrom('demo.tool', 'constructor'),
      risk: fc.constantFrom('safe', 'dangerous', 'destructive'),
      user: fc.constantFrom(undefined, 'ada'),
      agent: fc.constantFrom(undefined, 'writer'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('release' as const), which: fc.nat({ max: 10 }) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 700 }) }) },
)

describeDatabases('the limiter in a database', ({ open, options }) => {
  function limiterOn(database: Database, given: DatabaseLimiterOptions = {}): DatabaseLimiter {
    const limiter = createDatabaseLimiter(database, given)
    onTestFinished(() => limiter[Symbol.asyncDispose]())
    return limiter
  }

  test('answers as the limiter in memory does, whatever comes in whatever order', async () => {
    const database = await open()
    const refusals = new Set<string>()
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 40, size: 'max' }), async (steps) => {
        for (const table of ['limit_counters', 'limit_places']) await database.run(statement(`delete from ${table}`))
        const clock = createFakeClock(1_000_000)
        const memory = createLimiter({ clock, settings })
        const shared = createDatabaseLimiter(database, { clock, settings })
        const held: [LimitGrant, LimitGrant][] = []
        for (const each of steps) {
          if (each.type === 'wait') await clock.advance(each.ms)
          else if (each.type === 'release') {
            for (const grant of held[each.which] ?? []) if (grant.status === 'granted') grant.release()
          } else {
            const { session, tool, risk, user, agent } = each
            const principal = {
              ...testPrincipal,
              session,
              ...(user === undefined ? {} : { user }),
              ...(agent === undefined ? {} : { agent }),
            }
            const expected = await memory.acquire({ tool, risk, principal })
            const given = await shared.acquire({ tool, risk, principal })
            expect(said(given)).toEqual(said(expected))
            if (expected.status === 'refused') refusals.add(expected.limit)
            held.push([expected, given])
          }
        }
        await shared[Symbol.asyncDispose]()
      }),
      { numRuns: 25 },
    )
    expect(refusals.size).toBeGreaterThan(3)
  }, 60_000)

  test('grants several processes together no more than the limit', async () => {
    await open()
    const limits = { calls: { burst: 1_000, perSecond: 1 }, concurrentPerSession: 7 }
    const task = { kind: 'acquire', settings: limits, request: request(), times: 20 } as const
    const workers = Array.from({ length: 3 }, () => startWorker(options(), task))
    for (const worker of workers) expect(await worker.next()).toBe('ready')
    for (const worker of workers) worker.tell()
    const granted = await Promise.all(workers.map(async (worker) => Number(await worker.next())))
    expect(granted.reduce((sum, each) => sum + each, 0)).toBe(7)

    // A process that ends gives its places back.
    for (const worker of workers) worker.tell()
    for (const worker of workers) expect(await worker.ended).toEqual({ code: 0, errors: '' })
    const limiter = limiterOn(await open(), { settings: limits })
    const again = await Promise.all(Array.from({ length: 8 }, () => limiter.acquire(request())))
    expect(again.filter(({ status }) => status === 'granted')).toHaveLength(7)
  }, 60_000)

  test('takes a burst of several processes from one bucket', async () => {
    await open()
    const limits = { calls: { burst: 12, perSecond: 0.001 }, concurrentPerSession: 100 }
    const task = { kind: 'acquire', settings: limits, request: request(), times: 10 } as const
    const workers = Array.from({ length: 3 }, () => startWorker(options(), task))
    for (const worker of workers) expect(await worker.next()).toBe('ready')
    for (const worker of workers) worker.tell()
    const granted = await Promise.all(workers.map(async (worker) => Number(await worker.next())))
    expect(granted.reduce((sum, each) => sum + each, 0)).toBe(12)
  }, 60_000)

  test('has the places of a process that was killed again once its lease has ended', async () => {
    const database = await open()
    const limits = { concurrentPerSession: 2 }
    const worker = startWorker(options(), { kind: 'acquire', settings: limits, request: request(), times: 5 })
    await worker.next()
    worker.tell()
    expect(await worker.next()).toBe('2')
    worker.kill()
    await worker.ended
    const now = limiterOn(database, { settings: limits })
    expect(await now.acquire(request())).toMatchObject({ status: 'refused', limit: 'concurrent calls per session' })
    const later = limiterOn(database, { settings: limits, clock: createFakeClock(Date.now() + 31_000) })
    expect(await later.acquire(request())).toMatchObject({ status: 'granted' })
  }, 60_000)

  test('keeps the places of a call that takes longer than a lease', async () => {
    const clock = createFakeClock(1_000_000)
    const database = await open()
    const limits = { concurrentPerSession: 1 }
    const holding = limiterOn(database, { settings: limits, clock, leaseMs: 900 })
    const other = limiterOn(database, { settings: limits, clock })
    const grant = await holding.acquire(request())
    for (let count = 0; count < 10; count += 1) {
      await clock.advance(300)
      await holding.acquire(request('another'))
    }
    expect(await other.acquire(request())).toMatchObject({ status: 'refused' })
    if (grant.status === 'granted') grant.release()
    await holding.acquire(request('another'))
    expect(await other.acquire(request())).toMatchObject({ status: 'granted' })
  })

  test('lets no session starve another, and none wait for another', async () => {
    const limiter = limiterOn(await open())
    const greedy = Array.from({ length: 100 }, () => limiter.acquire(request('greedy')))
    const modest = Array.from({ length: 8 }, () => limiter.acquire(request('modest')))
    expect((await Promise.all(modest)).map(({ status }) => status)).toEqual(Array(8).fill('granted'))
    expect((await Promise.all(greedy)).filter(({ status }) => status === 'granted')).toHaveLength(8)
  })

  test('forgets what says nothing any more', async () => {
    const database = await open()
    const clock = createFakeClock(1_000_000)
    const limiter = limiterOn(database, { clock, settings: { concurrentPerSession: 2_000 } })
    for (let count = 0; count < 1_023; count += 1) await limiter.acquire(request(`s${count}`))
    await clock.advance(60_000)
    await limiter.acquire(request('last'))
    const counted = statement<[], { count: number }>('select count(*) as count from limit_counters')
    expect((await database.get(counted))?.count).toBeLessThan(5)
  }, 60_000)
})

describePostgres('the limiter in a database', ({ open }) => {
  test("goes by the server's clock, whatever a node's own says", async () => {
    const database = await open()
    await using limiter = createDatabaseLimiter(database, { settings: { calls: { burst: 1, perSecond: 0.001 } } })
    expect(await limiter.acquire(request())).toMatchObject({ status: 'granted' })
    const ahead = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 86_400_000)
    onTestFinished(() => ahead.mockRestore())
    const refused = await limiter.acquire(request())
    expect(refused).toMatchObject({ status: 'refused', limit: 'calls per session' })
  })
})
