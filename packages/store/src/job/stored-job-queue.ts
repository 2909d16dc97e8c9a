import type { EnqueuedJob, EnqueueOptions, JobAdministration, JobQueue } from '@drawbridge/core/job'
import type { Transaction } from '../database/database.ts'

/** The queue of a database. Disposed, it waits for the jobs that run in this process. */
export interface StoredJobQueue extends JobQueue, JobAdministration, AsyncDisposable {
  /** Adds a job in the transaction of its cause: both are kept, or neither. */
  enqueueIn(transaction: Transaction, kind: string, payload: unknown, options?: EnqueueOptions): Promise<EnqueuedJob>
}
