import type { StoredJob } from '@drawbridge/core/job'
import { statement } from '../database/statement.ts'
import type { JobTables } from './job-tables.ts'

// All but those of restored jobs run on SQLite alone: PostgreSQL has its jobs in pg-boss.

export type JobRow = JobTables['jobs']

export const insertJob = statement<
  [
    id: string,
    kind: string,
    key: string | null,
    payload: string,
    runAt: number,
    attempts: number,
    backoffMs: number,
    createdAt: number,
  ]
>(
  `insert into jobs (id, kind, job_key, payload, state, run_at, attempt, attempts, backoff_ms, created_at)
    values ($1, $2, $3, $4, 'waiting', $5, 0, $6, $7, $8) on conflict (id) do nothing`,
)

/** Takes the next job of a kind: one that waits and is due, or one whose worker let its lease run out with attempts left. */
export const claimJob = statement<[kind: string, now: number, holder: string, leasedUntil: number], JobRow>(
  `update jobs set state = 'running', attempt = attempt + 1, holder = $3, leased_until = $4
    where id = (
      select id from jobs where kind = $1 and (
        (state = 'waiting' and run_at <= $2) or (state = 'running' and leased_until < $2 and attempt < attempts)
      ) order by run_at, created_at limit 1
    ) returning *`,
)

/** Ends jobs whose worker died in the last attempt. */
export const buryLostJobs = statement<[kind: string, now: number]>(
  `update jobs set state = 'dead', finished_at = $2, holder = null, leased_until = null,
      last_error = 'The process that worked on it ended before it was done.'
    where kind = $1 and state = 'running' and leased_until < $2 and attempt >= attempts`,
)

export const renewJob = statement<[id: string, holder: string, attempt: number, leasedUntil: number]>(
  `update jobs set leased_until = $4 where id = $1 and holder = $2 and attempt = $3 and state = 'running'`,
)

export const finishJob = statement<[id: string, holder: string, attempt: number, now: number]>(
  `update jobs set state = 'done', finished_at = $4, holder = null, leased_until = null
    where id = $1 and holder = $2 and attempt = $3 and state = 'running'`,
)

export const failJob = statement<
  [id: string, holder: string, attempt: number, now: number, error: string, runAt: number]
>(
  `update jobs set
      state = case when attempt < attempts then 'waiting' else 'dead' end,
      finished_at = case when attempt < attempts then null else $4 end,
      run_at = case when attempt < attempts then $6 else run_at end,
      last_error = $5, holder = null, leased_until = null
    where id = $1 and holder = $2 and attempt = $3 and state = 'running'`,
)

/** The time at which a worker has to look again: the next due job, or the next lease that runs out. */
export const nextDue = statement<[kind: string], { due: number | null }>(
  `select min(case state when 'waiting' then run_at else leased_until end) as due from jobs
    where kind = $1 and state in ('waiting', 'running')`,
)

export const pruneJobs = statement<[before: number]>(`delete from jobs where state = 'done' and finished_at < $1`)

export const findJob = statement<[id: string], JobRow>('select * from jobs where id = $1')

export const listJobs = statement<[kind: string | null, state: string | null, limit: number], JobRow>(
  `select * from jobs where ($1 is null or kind = $1) and ($2 is null or state = $2)
    order by created_at desc, id limit $3`,
)

export const retryJob = statement<[id: string, now: number], { kind: string }>(
  `update jobs set state = 'waiting', attempt = 0, run_at = $2, finished_at = null where id = $1 and state = 'dead' returning kind`,
)

export const removeJob = statement<[id: string]>(`delete from jobs where id = $1 and state <> 'running'`)

/** Takes the unfinished jobs that a restored backup brought along out of the table. */
export const takeRestoredJobs = statement<[], JobRow>(
  `delete from jobs where state in ('waiting', 'running') returning *`,
)

/** Lists the same jobs and removes none. */
export const listRestoredJobs = statement<[], JobRow>(
  `select * from jobs where state in ('waiting', 'running') order by created_at desc, id`,
)

export const removeRestoredJob = statement<[id: string]>(
  `delete from jobs where id = $1 and state in ('waiting', 'running')`,
)

export function readJob(row: JobRow): StoredJob {
  return {
    id: row.id,
    kind: row.kind,
    key: row.job_key ?? undefined,
    payload: JSON.parse(row.payload),
    state: row.state,
    runAt: row.run_at,
    attempt: row.attempt,
    attempts: row.attempts,
    lastError: row.last_error ?? undefined,
    createdAt: row.created_at,
    finishedAt: row.finished_at ?? undefined,
  }
}
