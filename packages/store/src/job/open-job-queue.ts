import type { Clock } from '@drawbridge/core/base'
import type { Database } from '../database/database.ts'
import type { DatabaseOptions } from '../database/database-options.ts'
import type { StoredJobQueue } from './stored-job-queue.ts'

/** The options of `openJobQueue`. */
export interface JobQueueOptions {
  readonly clock?: Clock | undefined
  /** Takes secrets out of the message of a failed attempt before it is kept. */
  readonly scrub?: ((text: string) => string) | undefined
}

/**
 * Opens the job queue of a database: a leased table on SQLite, pg-boss on PostgreSQL. Only the one in use is loaded.
 * @param options of the database that was opened.
 */
export async function openJobQueue(
  database: Database,
  options: DatabaseOptions,
  queueOptions: JobQueueOptions = {},
): Promise<StoredJobQueue> {
  switch (options.kind) {
    case 'sqlite':
      return (await import('./create-sqlite-job-queue.ts')).createSqliteJobQueue(database, queueOptions)
    case 'postgres':
      return (await import('./create-postgres-job-queue.ts')).createPostgresJobQueue(database, options, queueOptions)
    default:
      return options satisfies never
  }
}
