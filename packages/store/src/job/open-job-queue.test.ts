import { randomUUID } from 'node:crypto'
import type { RunningJob, StoredJob } from '@drawbridge/core/job'
import { beforeEach, expect, test, vi } from 'vitest'
import { propertyRuns } from '../../../../scripts/test-support/property-runs.ts'
import { describeDatabases, onServer } from '../__fixtures__/describe-databases.ts'
import { statement } from '../database/statement.ts'
import { startJobWorker } from './__fixtures__/start-job-worker.ts'
import { insertJob } from './job-statements.ts'
import { openJobQueue } from './open-job-queue.ts'

describeDatabases(
  'a job queue',
  ({ kind, open, options }) => {
    beforeEach(async () => {
      const chosen = options()
      if (chosen.kind === 'postgres') await onServer(chosen.url, 'drop schema if exists drawbridge_jobs cascade')
    })
    const openQueue = async () => {
      const database = await open()
      return { database, queue: await openJobQueue(database, options()) }
    }

    test('does a job once and remembers that it is done', async () => {
      const { queue } = await openQueue()
      await using opened = queue
      const seen: RunningJob[] = []
      const { id, isNew } = await opened.enqueue('test.greet', { to: 'Ada', list: [1, null] })
      expect(isNew).toBe(true)
      expect(await opened.find(id)).toMatchObject({ kind: 'test.greet', state: 'waiting', attempt: 0, attempts: 5 })
      await using _worker = await opened.work('test.greet', async (job) => void seen.push(job))
      await vi.waitFor(async () => expect(await opened.find(id)).toMatchObject({ state: 'done' }), 20_000)
      expect(seen).toMatchObject([{ id, kind: 'test.greet', payload: { to: 'Ada', list: [1, null] }, attempt: 1 }])
      expect(await opened.list({ state: 'waiting' })).toEqual([])
    })

    test('adds a job of the same key once, also when another process asks', async () => {
      const { queue, database } = await openQueue()
      await using opened = queue
      await using other = await openJobQueue(database, options())
      const first = await opened.enqueue('test.greet', 1, { key: 'user-7' })
      expect(await other.enqueue('test.greet', 2, { key: 'user-7' })).toEqual({ id: first.id, isNew: false })
      expect(await opened.list()).toMatchObject([{ id: first.id, key: 'user-7', payload: 1 }])
      expect(await opened.enqueue('test.other', 2, { key: 'user-7' })).toMatchObject({ isNew: true })
    })

    test('tries again after a failure, and keeps a dead letter with its error, which can be retried', async () => {
      const { queue } = await openQueue()
      await using opened = queue
      let fails = true
      const attempts: number[] = []
      await using _worker = await opened.work('test.flaky', async ({ attempt }) => {
        attempts.push(attempt)
        if (fails) throw new Error(`attempt ${attempt} went wrong`)
      })
      const { id } = await opened.enqueue('test.flaky', null, { attempts: 2, backoffMs: 0 })
      await vi.waitFor(async () => expect(await opened.find(id)).toMatchObject({ state: 'dead' }), 20_000)
      expect(attempts).toEqual([1, 2])
      expect((await opened.find(id))?.lastError).toContain('attempt 2 went wrong')
      expect(await opened.list({ state: 'dead' })).toHaveLength(1)
      fails = false
      expect(await opened.retry(id)).toBe(true)
      await vi.waitFor(async () => expect(await opened.find(id)).toMatchObject({ state: 'done' }), 20_000)
      expect(await opened.retry(id)).toBe(false)
      expect(await opened.remove(id)).toBe(true)
      expect(await opened.find(id)).toBeUndefined()
    }, 60_000)

    test('waits until the time of a job', async () => {
      const { queue } = await openQueue()
      await using opened = queue
      const runs: number[] = []
      await using _worker = await opened.work('test.later', async () => void runs.push(Date.now()))
      const runAt = Date.now() + 1_500
      await opened.enqueue('test.later', null, { runAt })
      await vi.waitFor(() => expect(runs).toHaveLength(1), 20_000)
      expect(runs[0]).toBeGreaterThanOrEqual(runAt - 50)
    }, 30_000)

    test('keeps a job only if the transaction of its cause is kept', async () => {
      const { queue, database } = await openQueue()
      await using opened = queue
      await opened.enqueue('test.cause', 'first')
      await expect(
        database.transaction(async (transaction) => {
          await opened.enqueueIn(transaction, 'test.cause', 'rolled back')
          throw new Error('no')
        }),
      ).rejects.toThrow('no')
      await database.transaction((transaction) => opened.enqueueIn(transaction, 'test.cause', 'kept'))
      const payloads = (await opened.list({ kind: 'test.cause' })).map(({ payload }: StoredJob) => payload)
      expect(payloads.toSorted()).toEqual(['first', 'kept'])
    })

    test('goes on with jobs that a restored backup brought along', async () => {
      const { queue, database } = await openQueue()
      await using opened = queue
      const now = Date.now()
      await database.run(insertJob, randomUUID(), 'test.restored', 'a key', '{"from":"backup"}', now, 3, 0, now)
      const seen: unknown[] = []
      await using _worker = await opened.work('test.restored', async ({ payload, key }) => void seen.push(key, payload))
      await vi.waitFor(() => expect(seen).toEqual(['a key', { from: 'backup' }]), 20_000)
    }, 30_000)

    test('looks at no jobs without making a place for them, and shows what a backup brought along', async () => {
      const { queue, database } = await openQueue()
      await using opened = queue
      const [id, now] = [randomUUID(), Date.now()]
      expect(await opened.list()).toEqual([])
      await database.run(insertJob, id, 'test.restored', null, '1', now, 3, 0, now)
      expect(await opened.list({ state: 'dead' })).toEqual([])
      expect(await opened.list()).toMatchObject([{ id, kind: 'test.restored', state: 'waiting', attempts: 3 }])
      expect(await opened.find(id)).toMatchObject({ id, payload: 1 })
      expect(await opened.find(randomUUID())).toBeUndefined()
      expect(await opened.retry(id)).toBe(false)
      expect(await opened.remove(id)).toBe(true)
      expect(await opened.list()).toEqual([])
      const place = statement<[], object>(
        "select 1 from information_schema.schemata where schema_name = 'drawbridge_jobs'",
      )
      if (kind === 'postgres') expect(await database.get(place)).toBeUndefined()
    })

    test.each([
      ['a kind with blanks', 'my kind', {}, '"my kind"'],
      ['no attempts', 'test.bad', { attempts: 0 }, 'not 0'],
      ['an empty key', 'test.bad', { key: '' }, 'key'],
      ['a time that is not a number', 'test.bad', { runAt: Number.NaN }, 'NaN'],
    ])('refuses %s by name', async (_, jobKind, jobOptions, message) => {
      const { queue } = await openQueue()
      await using opened = queue
      await expect(opened.enqueue(jobKind, null, jobOptions)).rejects.toThrow(message)
      await expect(opened.enqueue('test.bad', undefined)).rejects.toThrow('must be JSON')
    })

    test('does each of 1,000 jobs, with each effect once, while workers are killed at random moments', async () => {
      const { queue, database } = await openQueue()
      await using opened = queue
      const text = kind === 'sqlite' ? 'create table effects (job_key text primary key)' : undefined
      const create = text ?? 'create table if not exists effects (job_key text primary key)'
      await database.run(statement(create))
      await database.transaction(async (transaction) => {
        for (let index = 0; index < 1_000; index += 1) {
          await opened.enqueueIn(
            transaction,
            'test.effect',
            { index },
            { key: `job-${index}`, attempts: 100, backoffMs: 0 },
          )
        }
      })
      const isDone = async () => (await opened.list({ state: 'done', limit: 2_000 })).length === 1_000
      for (let round = 0; round < propertyRuns(3); round += 1) {
        const workers = [startJobWorker(options()), startJobWorker(options())]
        await Promise.all(workers.map(({ ready }) => ready))
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 300))
        await Promise.all(workers.map((worker) => worker.kill()))
      }
      startJobWorker(options())
      await vi.waitFor(async () => expect(await isDone()).toBe(true), { timeout: 150_000, interval: 20_000 })
      const effects = await database.get(statement<[], { found: number }>('select count(*) as found from effects'))
      expect(effects?.found).toBe(1_000)
      expect(await opened.list({ state: 'dead' })).toEqual([])
    }, 240_000)
  },
  { schema: 'none' },
)
