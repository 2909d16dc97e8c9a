import { type Clock, systemClock } from '@drawbridge/core/base'
import type { JobState, StoredJob } from '@drawbridge/core/job'
import { type JobWithMetadata, PgBoss } from 'pg-boss'
import type { Connection, Database } from '../database/database.ts'
import type { PostgresOptions } from '../database/database-options.ts'
import { type SqlValue, statement } from '../database/statement.ts'
import { listRestoredJobs, readJob, removeRestoredJob, takeRestoredJobs } from './job-statements.ts'
import { checkKind, keptMs, maxBackoffMs, messageOfFault, type NewJob, newJob } from './new-job.ts'
import type { StoredJobQueue } from './stored-job-queue.ts'

export interface PostgresJobQueueOptions {
  readonly clock?: Clock | undefined
  /** Takes secrets out of the message of a failed attempt before it is kept. */
  readonly scrub?: ((text: string) => string) | undefined
  /** The schema of pg-boss. Default `drawbridge_jobs`. */
  readonly schema?: string | undefined
}

/** The data of a job in pg-boss, which takes objects alone. */
interface JobData {
  readonly payload: unknown
  readonly key?: string
}

/** A job is given to another worker when its own has been silent for this long. pg-boss fixes it when a job is added. Seconds. */
const leaseSeconds = 15
/** The longest time limit that pg-boss takes: jobs are bounded by the heartbeat of their worker instead. Seconds. */
const longestRunSeconds = 86_399

const findVersionTable = statement<[schema: string], object>(
  "select 1 from information_schema.tables where table_schema = $1 and table_name = 'version'",
)

/** Jobs in pg-boss, in a schema of its own. The first job or worker creates the schema; reading does not. */
export function createPostgresJobQueue(
  database: Database,
  { url }: Pick<PostgresOptions, 'url'>,
  { clock = systemClock, scrub = (text) => text, schema = 'drawbridge_jobs' }: PostgresJobQueueOptions = {},
): StoredJobQueue {
  let opening: Promise<PgBoss> | undefined
  const kinds = new Map<string, Promise<void>>()

  const open = async () => {
    const boss = new PgBoss({
      connectionString: url,
      schema,
      application_name: 'drawbridge jobs',
      max: 4,
      schedule: false,
      superviseIntervalSeconds: 2,
      monitorIntervalSeconds: 2,
      useListenNotify: true,
      registerInstance: false,
    })
    // Errors of the background reach the operator through the failing calls; the event alone would end the process.
    boss.on('error', () => undefined)
    return boss.start()
  }
  const boss = () => {
    opening ??= openAndAdopt().catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }
  const openAndAdopt = async () => {
    const opened = await open()
    await database.transaction(async (transaction) => {
      for (const row of await transaction.all(takeRestoredJobs)) {
        const { id, kind, job_key: key, payload, run_at: runAt, attempts, backoff_ms: backoffMs } = row
        await send({ id, kind, key: key ?? undefined, payload, runAt, attempts, backoffMs }, transaction, opened)
      }
    })
    return opened
  }
  /** Every job has its kind as its queue, made with the first job or worker. */
  const queueOf = async (kind: string, opened?: PgBoss) => {
    const queue = opened ?? (await boss())
    const made =
      kinds.get(kind) ??
      queue.createQueue(kind, {
        notify: true,
        heartbeatSeconds: leaseSeconds,
        expireInSeconds: longestRunSeconds,
        deleteAfterSeconds: keptMs / 1_000,
      })
    kinds.set(kind, made)
    await made.catch((error: unknown) => {
      kinds.delete(kind)
      throw error
    })
    return queue
  }
  const send = async (job: NewJob, connection?: Connection, opened?: PgBoss) => {
    const queue = await queueOf(job.kind, opened)
    const { id, kind, key, payload, runAt, attempts, backoffMs } = job
    const data: JobData = { payload: JSON.parse(payload), ...(key === undefined ? {} : { key }) }
    const added = await queue.send(kind, data, {
      id,
      startAfter: new Date(runAt),
      retryLimit: attempts - 1,
      retryDelay: Math.ceil(backoffMs / 1_000),
      retryBackoff: backoffMs > 0,
      ...(backoffMs > 0 ? { retryDelayMax: maxBackoffMs / 1_000 } : {}),
      retentionSeconds: Math.ceil(Math.max(0, runAt - clock.now()) / 1_000) + 365 * 86_400,
      ...(connection === undefined
        ? {}
        : { db: { executeSql: (text, values = []) => runOn(connection, text, values) } }),
    })
    return { id, isNew: added !== null }
  }
  /** Undefined if no process has ever had a job here. */
  const everywhere = async () => {
    if (opening === undefined && (await database.get(findVersionTable, schema)) === undefined) return undefined
    const queue = await boss()
    return { queue, names: (await queue.getQueues()).map(({ name }) => name) }
  }
  /** Jobs of a restored backup, which the first job or worker imports. */
  const restored = async () =>
    (await database.all(listRestoredJobs)).map((row): StoredJob => ({ ...readJob(row), state: 'waiting', attempt: 0 }))
  const findIn = async (id: string): Promise<{ queue: PgBoss; job: JobWithMetadata<JobData> } | undefined> => {
    // pg-boss rejects what is not a UUID, and no job has such an id.
    if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return undefined
    const installed = await everywhere()
    if (installed === undefined) return undefined
    const { queue, names } = installed
    for (const name of names) {
      const [job] = await queue.findJobs<JobData>(name, { id })
      if (job !== undefined) return { queue, job }
    }
    return undefined
  }

  return {
    enqueue: async (kind, payload, options = {}) => send(newJob(kind, payload, options, clock.now())),
    enqueueIn: async (transaction, kind, payload, options = {}) =>
      send(newJob(kind, payload, options, clock.now()), transaction),
    work: async (kind, handler, options = {}) => {
      checkKind(kind)
      const queue = await queueOf(kind)
      const stopping = new AbortController()
      const { concurrency = 1 } = options
      const run = async (job: JobWithMetadata<JobData>) => {
        const { id, data, retryCount, signal } = job
        try {
          await handler({
            id,
            kind,
            key: data.key,
            payload: data.payload,
            attempt: retryCount + 1,
            signal: AbortSignal.any([signal, stopping.signal]),
          })
        } catch (error) {
          throw new Error(messageOfFault(error, scrub))
        }
      }
      const workers: string[] = []
      for (let place = 0; place < concurrency; place += 1) {
        const id = await queue.work(
          kind,
          {
            includeMetadata: true,
            pollingIntervalSeconds: 2,
            notifyPollingIntervalSeconds: 5,
            heartbeatRefreshSeconds: leaseSeconds / 3,
          },
          async ([job]: JobWithMetadata<JobData>[]) => {
            if (job === undefined) return
            // There may be more jobs: the worker fetches again at once rather than at its next poll.
            for (const worker of workers) queue.notifyWorker(worker)
            await run(job)
          },
        )
        workers.push(id)
      }
      return {
        [Symbol.asyncDispose]: async () => {
          stopping.abort(new Error('The worker is being stopped.'))
          await Promise.all(workers.map((id) => queue.offWork(kind, { id, wait: true })))
        },
      }
    },
    list: async ({ kind, state, limit = 100 } = {}) => {
      const isWanted = (job: StoredJob) => state === undefined || job.state === state
      const installed = await everywhere()
      if (installed === undefined)
        return (await restored())
          .filter((job) => isWanted(job) && (kind === undefined || job.kind === kind))
          .slice(0, limit)
      const { queue, names } = installed
      const found: StoredJob[] = []
      for (const name of names) {
        if (kind !== undefined && name !== kind) continue
        for (let after: string | undefined; ; ) {
          const page = await queue.findJobs<JobData>(name, { limit: 10_000, ...(after === undefined ? {} : { after }) })
          found.push(...page.map(readBossJob).filter(isWanted))
          if (page.length < 10_000) break
          after = page.at(-1)?.id
        }
      }
      return found.sort((one, other) => other.createdAt - one.createdAt).slice(0, limit)
    },
    find: async (id) => {
      const found = await findIn(id)
      return found === undefined ? (await restored()).find((job) => job.id === id) : readBossJob(found.job)
    },
    retry: async (id) => {
      const found = await findIn(id)
      if (found === undefined || stateOf(found.job) !== 'dead') return false
      const { queue, job } = found
      // All of its attempts again, which pg-boss gives only to a new job: the same id in the same place.
      const { name, data, retryLimit, retryDelay, retryBackoff } = job
      await queue.deleteJob(name, id)
      await queue.send(name, data, { id, retryLimit, retryDelay, retryBackoff, retentionSeconds: 365 * 86_400 })
      return true
    },
    remove: async (id) => {
      const found = await findIn(id)
      if (found === undefined) return (await database.run(removeRestoredJob, id)) > 0
      if (stateOf(found.job) === 'running') return false
      await found.queue.deleteJob(found.job.name, id)
      return true
    },
    [Symbol.asyncDispose]: async () => {
      const opened = await opening?.catch(() => undefined)
      await opened?.stop({ graceful: true, close: true, timeout: 30_000 })
    },
  }
}

async function runOn(connection: Connection, text: string, values: readonly unknown[]): Promise<{ rows: unknown[] }> {
  // Lists and dates are written by the driver; our own statements have neither, so their type does not name them.
  const rows = await connection.all({ text: { sqlite: text, postgres: text } }, ...(values as SqlValue[]))
  return { rows: [...rows] }
}

function stateOf({ state }: JobWithMetadata<JobData>): JobState {
  switch (state) {
    case 'created':
    case 'retry':
      return 'waiting'
    case 'active':
      return 'running'
    case 'completed':
      return 'done'
    case 'failed':
    case 'cancelled':
      return 'dead'
    default:
      return state satisfies never
  }
}

function readBossJob(job: JobWithMetadata<JobData>): StoredJob {
  const { id, name, data, startAfter, retryCount, retryLimit, createdOn, completedOn, output, startedOn } = job
  const state = stateOf(job)
  return {
    id,
    kind: name,
    key: data.key,
    payload: data.payload,
    state,
    runAt: startAfter.getTime(),
    attempt: retryCount + (state === 'waiting' || startedOn === null ? 0 : 1),
    attempts: retryLimit + 1,
    lastError: errorOf(output),
    createdAt: createdOn.getTime(),
    finishedAt: completedOn?.getTime() ?? undefined,
  }
}

/** Returns the message of a failure that pg-boss stored. */
function errorOf(output: unknown): string | undefined {
  if (typeof output !== 'object' || output === null) return undefined
  const { message, value } = output as { readonly message?: unknown; readonly value?: unknown }
  if (typeof message === 'string') return message
  return typeof value === 'object' ? errorOf(value) : undefined
}
