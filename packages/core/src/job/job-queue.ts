/** Work that must be done even if the process that asked for it ends: kept in the database, done by any process that offers to. */
export interface JobQueue {
  /**
   * Adds a job. It is durable when the promise resolves.
   * @param payload JSON. The handler gets exactly this.
   * @throws DrawbridgeError `invalid_option` for a kind, key, payload or option that cannot be kept.
   */
  enqueue(kind: string, payload: unknown, options?: EnqueueOptions): Promise<EnqueuedJob>
  /**
   * Does jobs of a kind until the result is disposed of, which waits for the jobs that are running. A job is done at least once:
   * a handler makes its effects idempotent by `job.key` or `job.id`.
   */
  work(kind: string, handler: JobHandler, options?: WorkOptions): Promise<AsyncDisposable>
}

/** The options of `enqueue`. */
export interface EnqueueOptions {
  /** The earliest time to run. Milliseconds since the Unix epoch. Default: now. */
  readonly runAt?: number | undefined
  /** Idempotency key: a job of the same kind and key is added once, until it is removed a week after its end. */
  readonly key?: string | undefined
  /** The number of attempts, including the first, after which the job is a dead letter. From 1 to 100. Default 5. */
  readonly attempts?: number | undefined
  /** The pause after the first failed attempt. It doubles with each further one, up to an hour. Milliseconds. Default 1,000. */
  readonly backoffMs?: number | undefined
}

/** The answer to `enqueue`: the job that there is now. */
export interface EnqueuedJob {
  readonly id: string
  /** False if a job with the same key was there already. */
  readonly isNew: boolean
}

/** Does one job. A rejection is a failed attempt; its message is kept with the job. */
export type JobHandler = (job: RunningJob) => Promise<void>

/** A job as its handler gets it. */
export interface RunningJob {
  readonly id: string
  readonly kind: string
  readonly key: string | undefined
  readonly payload: unknown
  /** Counts from 1. */
  readonly attempt: number
  /** Aborts if this process may no longer finish the job: its lease was lost, or the worker is being disposed of. */
  readonly signal: AbortSignal
}

/** The options of `work`. */
export interface WorkOptions {
  /** The largest number of jobs of the kind that run at once in this process. Default 1. */
  readonly concurrency?: number | undefined
  /**
   * The time after which a job whose process died is given to another one. The lease is renewed while the handler runs.
   * Milliseconds, default 30,000. On PostgreSQL it is always 15 s.
   */
  readonly leaseMs?: number | undefined
}

/** `waiting` for its time or a worker, `running`, `done`, or `dead`: its last attempt failed. */
export type JobState = 'waiting' | 'running' | 'done' | 'dead'

/** A job as operators see it. Times in milliseconds since the Unix epoch. */
export interface StoredJob {
  readonly id: string
  readonly kind: string
  readonly key: string | undefined
  readonly payload: unknown
  readonly state: JobState
  /** The earliest time to run, in milliseconds since the Unix epoch. */
  readonly runAt: number
  /** The number of attempts that were begun. */
  readonly attempt: number
  /** The largest number of attempts. */
  readonly attempts: number
  /** The error of the last failed attempt. */
  readonly lastError: string | undefined
  /** In milliseconds since the Unix epoch. */
  readonly createdAt: number
  /** In milliseconds since the Unix epoch. */
  readonly finishedAt: number | undefined
}

/** Selects jobs; what is absent selects all. */
export interface JobFilter {
  readonly kind?: string | undefined
  readonly state?: JobState | undefined
  /** The largest number of jobs to return, newest first. Default 100. */
  readonly limit?: number | undefined
}

/** Operations on jobs for operators. */
export interface JobAdministration {
  list(filter?: JobFilter): Promise<readonly StoredJob[]>
  find(id: string): Promise<StoredJob | undefined>
  /** Gives a dead job all of its attempts again. Resolves to false if no dead job has this id. */
  retry(id: string): Promise<boolean>
  /** Removes a job that is not running. Resolves to false if it does not exist. */
  remove(id: string): Promise<boolean>
}
