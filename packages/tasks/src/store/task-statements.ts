import { bulkInsert, statement } from '@drawbridge/store/database'
import type { StepStatus, TaskStatus } from '../graph/task.ts'

/** A row of the table of tasks. */
export interface TaskRow {
  readonly id: string
  readonly title: string
  readonly status: TaskStatus
  readonly reason: string | null
  readonly agent_id: string
  readonly user_id: string
  readonly session: string
  readonly created_at: number
  readonly changed_at: number
}

/** A row of the table of steps. */
export interface StepRow {
  readonly task: string
  readonly step_key: string
  readonly position: number
  readonly title: string
  readonly instructions: string
  readonly allowed_tools: string | null
  readonly worker: string | null
  readonly status: StepStatus
  readonly claimant_session: string | null
  readonly claimant_run: string | null
  readonly claimant_child: number | null
  readonly leased_until: number | null
  /** The number of steps that it needs and that are not completed. */
  readonly unmet: number
  readonly attempts: number
  readonly note: string | null
  readonly result: string | null
  readonly started_at: number | null
  readonly ended_at: number | null
}

export const insertTask = statement<
  [id: string, title: string, agent: string, user: string, session: string, now: number]
>(
  `insert into tasks_tasks (id, title, status, agent_id, user_id, session, created_at, changed_at)
    values ($1, $2, 'open', $3, $4, $5, $6, $6)`,
)
export const insertSteps = bulkInsert({
  table: 'tasks_steps',
  columns: {
    task: 'text',
    step_key: 'text',
    position: 'bigint',
    title: 'text',
    instructions: 'text',
    allowed_tools: 'text',
    worker: 'text',
    status: 'text',
    unmet: 'bigint',
    attempts: 'bigint',
  },
})
export const insertDependencies = bulkInsert({
  table: 'tasks_dependencies',
  columns: { task: 'text', step_key: 'text', needs: 'text' },
  conflict: 'on conflict do nothing',
})
export const insertChange = statement<
  [task: string, step: string | null, change: string, session: string, note: string | null, now: number]
>(`insert into tasks_changes (task, step_key, change, session, note, changed_at) values ($1, $2, $3, $4, $5, $6)`)
export const findTaskRow = statement<[id: string], TaskRow>('select * from tasks_tasks where id = $1')
/** An edit of the graph and the end of the task wait for claims that are being made, and these for them. SQLite has one writer at a time. */
export const lockTask = statement<[id: string], TaskRow>({
  sqlite: 'select * from tasks_tasks where id = $1',
  postgres: 'select * from tasks_tasks where id = $1 for update',
})
export const shareTask = statement<[id: string], TaskRow>({
  sqlite: 'select * from tasks_tasks where id = $1',
  postgres: 'select * from tasks_tasks where id = $1 for share',
})
export const listTaskRows = statement<
  [agent: string | null, user: string | null, status: string | null, limit: number],
  TaskRow & { readonly steps: number; readonly done: number; readonly running: number; readonly failed: number }
>(
  `select t.*, count(s.step_key) as steps,
      coalesce(sum(case when s.status = 'completed' then 1 else 0 end), 0) as done,
      coalesce(sum(case when s.status = 'in_progress' then 1 else 0 end), 0) as running,
      coalesce(sum(case when s.status = 'failed' then 1 else 0 end), 0) as failed
    from (
      select * from tasks_tasks
        where (cast($1 as text) is null or agent_id = $1) and (cast($2 as text) is null or user_id = $2) and (cast($3 as text) is null or status = $3)
        order by created_at desc, id limit $4
    ) t left join tasks_steps s on s.task = t.id
    group by t.id, t.title, t.status, t.reason, t.agent_id, t.user_id, t.session, t.created_at, t.changed_at
    order by t.created_at desc, t.id`,
)
export const listStepRows = statement<[task: string], StepRow>(
  'select * from tasks_steps where task = $1 order by position',
)
export const listDependencies = statement<[task: string], { readonly step_key: string; readonly needs: string }>(
  'select step_key, needs from tasks_dependencies where task = $1 order by needs',
)
export const nextPosition = statement<[task: string], { readonly position: number }>(
  'select coalesce(max(position), -1) + 1 as position from tasks_steps where task = $1',
)
export const dependenciesOf = statement<[task: string, step: string], { readonly needs: string }>(
  'select needs from tasks_dependencies where task = $1 and step_key = $2 order by needs',
)
export const endTaskRow = statement<[id: string, status: string, reason: string | null, now: number]>(
  `update tasks_tasks set status = $2, reason = $3, changed_at = $4 where id = $1 and status = 'open'`,
)
export const touchTask = statement<[id: string, now: number]>('update tasks_tasks set changed_at = $2 where id = $1')
export const cancelOpenSteps = statement<[task: string, now: number], { readonly step_key: string }>(
  `update tasks_steps set status = 'cancelled', ended_at = $2, leased_until = null
    where task = $1 and status in ('pending', 'in_progress') returning step_key`,
)

/** The steps whose claimants have been silent too long. */
export const listExpired = statement<
  [task: string, now: number],
  { readonly step_key: string; readonly claimant_session: string }
>({ sqlite: expiredText(''), postgres: expiredText('for update skip locked') })
export const returnStep = statement<[task: string, step: string]>(
  `update tasks_steps set status = 'pending', leased_until = null where task = $1 and step_key = $2`,
)

function expiredText(lock: string): string {
  return `select step_key, claimant_session from tasks_steps
    where task = $1 and status = 'in_progress' and leased_until < $2 ${lock}`
}

const claimText = (lock: string) =>
  `update tasks_steps set status = 'in_progress', claimant_session = $3, claimant_run = $4, claimant_child = $5,
      leased_until = $6, started_at = $7, attempts = attempts + 1
    where task = $1 and status = 'pending' and step_key = (
      select s.step_key from tasks_steps s where s.task = $1 and ($2 = '' or s.step_key = $2)
        and s.status = 'pending' and s.unmet = 0
        order by s.position limit 1 ${lock}
    ) returning *`

/** Takes the first ready step, or a certain one if it is ready. Claimants at once get different steps. */
export const claimReady = statement<
  [task: string, step: string, session: string, run: string, isChild: number, leasedUntil: number, now: number],
  StepRow
>({ sqlite: claimText(''), postgres: claimText('for update of s skip locked') })

/** The condition for a change of a step: parameters 3 to 5 are the session of its claimant, the run and 1 for a child. */
const isMine = `status = 'in_progress' and claimant_session = $3 and claimant_child = $5
  and (claimant_run = '' or claimant_run = $4)`

type ClaimantKey = [task: string, step: string, session: string, run: string, isChild: number]

/** Hands a reserved step to the worker that was started for it. */
export const handOver = statement<[task: string, step: string, from: string, to: string]>(
  `update tasks_steps set claimant_session = $4 where task = $1 and step_key = $2 and claimant_session = $3 and status = 'in_progress'`,
)

/** Finds a step that the claimant holds: a certain one, or with '' any. It is bound to its run. */
export const takeOwn = statement<[...ClaimantKey, leasedUntil: number], StepRow>(
  `update tasks_steps set claimant_run = $4, leased_until = $6
    where task = $1 and step_key = (
      select step_key from tasks_steps where task = $1 and ($2 = '' or step_key = $2) and ${isMine} order by position limit 1
    ) and ${isMine} returning *`,
)
export const updateOwn = statement<
  [
    ...ClaimantKey,
    status: string,
    note: string | null,
    result: string | null,
    leasedUntil: number | null,
    endedAt: number | null,
  ],
  StepRow
>(
  `update tasks_steps set status = $6, note = coalesce($7, note), result = coalesce($8, result),
      leased_until = $9, ended_at = $10, claimant_run = $4
    where task = $1 and step_key = $2 and ${isMine} returning *`,
)
/** The steps that need one. The planner of PostgreSQL knows nothing of young tables, so that a join over a task would read all of it for each row. */
export const listDependants = statement<[task: string, needs: string], { readonly step_key: string }>(
  'select step_key from tasks_dependencies where task = $1 and needs = $2 order by step_key',
)
/** One of the steps that this one needs is completed. */
export const meetNeed = statement<[task: string, step: string]>(
  'update tasks_steps set unmet = unmet - 1 where task = $1 and step_key = $2',
)

/** Prolongs all claims of a session: a sign of life of those who run it. */
export const renewSession = statement<[session: string, leasedUntil: number]>(
  `update tasks_steps set leased_until = $2 where claimant_session = $1 and status = 'in_progress'`,
)
export const returnOfSession = statement<
  [session: string, note: string],
  { readonly task: string; readonly step_key: string }
>(
  `update tasks_steps set status = 'pending', leased_until = null, note = $2
    where claimant_session = $1 and status = 'in_progress' returning task, step_key`,
)
export const findStepRow = statement<[task: string, step: string], StepRow>(
  'select * from tasks_steps where task = $1 and step_key = $2',
)
export const changeStepRow = statement<
  [
    task: string,
    step: string,
    title: string,
    instructions: string,
    tools: string | null,
    worker: string | null,
    unmet: number,
  ]
>(
  `update tasks_steps set title = $3, instructions = $4, allowed_tools = $5, worker = $6, unmet = $7
    where task = $1 and step_key = $2 and status = 'pending'`,
)
export const dropStepRow = statement<[task: string, step: string]>(
  `delete from tasks_steps where task = $1 and step_key = $2 and status = 'pending'`,
)
export const dropDependencies = statement<[task: string, step: string]>(
  'delete from tasks_dependencies where task = $1 and step_key = $2',
)
export const listChangeRows = statement<
  [task: string],
  {
    readonly step_key: string | null
    readonly change: string
    readonly session: string
    readonly note: string | null
    readonly changed_at: number
  }
>('select step_key, change, session, note, changed_at from tasks_changes where task = $1 order by id')

export const latestChange = statement<[], { readonly id: number | null }>('select max(id) as id from tasks_changes')
export const listChangesAfter = statement<
  [after: number, task: string | null],
  {
    readonly id: number
    readonly task: string
    readonly step_key: string | null
    readonly change: string
    readonly session: string
    readonly note: string | null
    readonly changed_at: number
  }
>(`select * from tasks_changes where id > $1 and (cast($2 as text) is null or task = $2) order by id limit 1000`)

/** A row of the table of workers. */
export interface WorkerRow {
  readonly session: string
  readonly task: string
  readonly step_key: string | null
  readonly label: string
  readonly dispatcher: string
  readonly status: 'running' | 'completed' | 'failed' | 'cancelled'
  readonly report: string | null
  readonly started_at: number
  readonly seen_at: number
  readonly ended_at: number | null
}

export const insertWorker = statement<
  [session: string, task: string, step: string | null, label: string, dispatcher: string, now: number]
>(
  `insert into tasks_workers (session, task, step_key, label, dispatcher, status, started_at, seen_at)
    values ($1, $2, $3, $4, $5, 'running', $6, $6)`,
)
export const endWorker = statement<[session: string, status: string, report: string | null, now: number]>(
  `update tasks_workers set status = $2, report = $3, ended_at = $4, seen_at = $4 where session = $1 and status = 'running'`,
)
export const seeWorker = statement<[session: string, now: number]>(
  `update tasks_workers set seen_at = $2 where session = $1 and status = 'running'`,
)
export const findWorker = statement<[session: string], WorkerRow>('select * from tasks_workers where session = $1')
export const listWorkerRows = statement<
  [agent: string | null, user: string | null, task: string | null, limit: number],
  WorkerRow
>(
  `select w.* from tasks_workers w join tasks_tasks t on t.id = w.task
    where (cast($1 as text) is null or t.agent_id = $1) and (cast($2 as text) is null or t.user_id = $2) and (cast($3 as text) is null or w.task = $3)
    order by w.started_at desc, w.session limit $4`,
)
