import { randomUUID } from 'node:crypto'
import { type Clock, systemClock } from '@drawbridge/core/base'
import type { EnqueuedJob, EnqueueOptions, JobHandler, WorkOptions } from '@drawbridge/core/job'
import type { Connection, Database } from '../database/database.ts'
import {
  buryLostJobs,
  claimJob,
  failJob,
  findJob,
  finishJob,
  insertJob,
  type JobRow,
  listJobs,
  nextDue,
  pruneJobs,
  readJob,
  removeJob,
  renewJob,
  retryJob,
} from './job-statements.ts'
import { checkKind, keptMs, maxBackoffMs, messageOfFault, newJob } from './new-job.ts'
import type { StoredJobQueue } from './stored-job-queue.ts'

/** The topic under which new jobs are published; its key is the kind. */
const topic = 'job'
/** The longest interval between two checks of a worker, even without a notification, in milliseconds. */
const longestPauseMs = 5_000

export interface SqliteJobQueueOptions {
  readonly clock?: Clock | undefined
  /** Takes secrets out of the message of a failed attempt before it is kept. */
  readonly scrub?: ((text: string) => string) | undefined
}

/** Jobs in a table with leases: a worker that dies loses its job to another one. */
export function createSqliteJobQueue(
  database: Database,
  { clock = systemClock, scrub = (text) => text }: SqliteJobQueueOptions = {},
): StoredJobQueue {
  const workers = new Set<AsyncDisposable>()

  const add = async (
    connection: Connection,
    kind: string,
    payload: unknown,
    options: EnqueueOptions = {},
  ): Promise<EnqueuedJob> => {
    const now = clock.now()
    const { id, key, payload: text, runAt, attempts, backoffMs } = newJob(kind, payload, options, now)
    const added = await connection.run(insertJob, id, kind, key ?? null, text, runAt, attempts, backoffMs, now)
    if (added > 0) await connection.publish(topic, kind)
    return { id, isNew: added > 0 }
  }

  return {
    enqueue: (kind, payload, options) =>
      database.transaction((transaction) => add(transaction, kind, payload, options)),
    enqueueIn: add,
    work: async (kind, handler, options = {}) => {
      checkKind(kind)
      const worker = await startWorker({ database, clock, scrub, kind, handler, ...options })
      workers.add(worker)
      return {
        [Symbol.asyncDispose]: async () => {
          workers.delete(worker)
          await worker[Symbol.asyncDispose]()
        },
      }
    },
    list: async ({ kind = null, state = null, limit = 100 } = {}) =>
      (await database.all(listJobs, kind, state, limit)).map(readJob),
    find: async (id) => {
      const row = await database.get(findJob, id)
      return row === undefined ? undefined : readJob(row)
    },
    retry: (id) =>
      database.transaction(async (transaction) => {
        const row = await transaction.get(retryJob, id, clock.now())
        if (row !== undefined) await transaction.publish(topic, row.kind)
        return row !== undefined
      }),
    remove: async (id) => (await database.run(removeJob, id)) > 0,
    [Symbol.asyncDispose]: async () => {
      await Promise.all([...workers].map((worker) => worker[Symbol.asyncDispose]()))
      workers.clear()
    },
  }
}

interface WorkerParts extends WorkOptions {
  readonly database: Database
  readonly clock: Clock
  readonly scrub: (text: string) => string
  readonly kind: string
  readonly handler: JobHandler
}

async function startWorker(parts: WorkerParts): Promise<AsyncDisposable> {
  const { database, clock, kind, concurrency = 1 } = parts
  const holder = randomUUID()
  const running = new Set<Promise<void>>()
  const stopping = new AbortController()
  let isLooking = false
  let mustLookAgain = false
  let timer: Disposable | undefined

  const look = async () => {
    if (stopping.signal.aborted) return
    if (isLooking) {
      mustLookAgain = true
      return
    }
    isLooking = true
    try {
      do {
        mustLookAgain = false
        while (running.size < concurrency && !stopping.signal.aborted && (await takeOne())) {}
      } while (mustLookAgain && running.size < concurrency)
      await sleepUntilDue()
    } catch {
      // A database that is away for a while must not end the worker: it looks again after the pause.
      wakeAfter(longestPauseMs)
    } finally {
      isLooking = false
    }
  }
  const wakeAfter = (delayMs: number) => {
    timer?.[Symbol.dispose]()
    timer = stopping.signal.aborted ? undefined : clock.after(delayMs, () => void look())
  }
  const takeOne = async () => {
    const now = clock.now()
    const row = await database.get(claimJob, kind, now, holder, now + leaseOf(parts))
    if (row === undefined) return false
    const done = runJob(parts, row, holder, stopping.signal).finally(() => {
      running.delete(done)
      void look()
    })
    running.add(done)
    return true
  }
  const sleepUntilDue = async () => {
    await database.run(buryLostJobs, kind, clock.now())
    const due = (await database.get(nextDue, kind))?.due ?? Number.POSITIVE_INFINITY
    // A worker that is busy looks again when a job of its own ends.
    const untilDue = running.size < concurrency ? Math.max(0, due - clock.now() + 1) : longestPauseMs
    wakeAfter(Math.min(longestPauseMs, untilDue))
  }

  await database.run(pruneJobs, clock.now() - keptMs)
  const subscription = await database.subscribe(topic, (change) => {
    if (change.key === undefined || change.key === kind) void look()
  })
  void look()
  return {
    [Symbol.asyncDispose]: async () => {
      subscription[Symbol.dispose]()
      timer?.[Symbol.dispose]()
      stopping.abort(new Error('The worker is being stopped.'))
      while (running.size > 0) await Promise.all(running)
    },
  }
}

function leaseOf({ leaseMs = 30_000 }: WorkOptions): number {
  return Math.max(100, leaseMs)
}

/** Runs one attempt and writes its end, unless the lease was lost: then another process has the job. */
async function runJob(parts: WorkerParts, row: JobRow, holder: string, stop: AbortSignal): Promise<void> {
  const { database, clock, scrub, handler } = parts
  const leaseMs = leaseOf(parts)
  const lost = new AbortController()
  let renewal: Disposable | undefined
  const renew = async () => {
    const kept = await database.run(renewJob, row.id, holder, row.attempt, clock.now() + leaseMs).catch(() => undefined)
    if (kept === 0) lost.abort(new Error('Another process has taken the job over.'))
    else renewal = clock.after(leaseMs / 3, () => void renew())
  }
  renewal = clock.after(leaseMs / 3, () => void renew())
  try {
    const { id, kind, job_key: key, attempt } = row
    const signal = AbortSignal.any([lost.signal, stop])
    await handler({ id, kind, key: key ?? undefined, payload: JSON.parse(row.payload), attempt, signal })
    await database.run(finishJob, row.id, holder, row.attempt, clock.now())
  } catch (error) {
    const now = clock.now()
    const pause = Math.min(maxBackoffMs, row.backoff_ms * 2 ** (row.attempt - 1))
    const message = messageOfFault(error, scrub)
    // A database that is away keeps the lease; when it runs out, the job is done again.
    await database.run(failJob, row.id, holder, row.attempt, now, message, now + pause).catch(() => undefined)
  } finally {
    renewal[Symbol.dispose]()
  }
}
