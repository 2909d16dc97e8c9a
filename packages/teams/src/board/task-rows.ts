import { type Connection, statement } from '@drawbridge/store/database'
import type { TaskHold, TaskQuestion, TaskStarter, TaskStatus, TeamTask } from './task.ts'

interface Row {
  readonly id: string
  readonly team: string
  readonly number: number
  readonly subject: string
  readonly description: string
  readonly status: TaskStatus
  readonly priority: number
  readonly assignee: string | null
  readonly created_by: string
  readonly user_id: string
  readonly session: string | null
  readonly requires_approval: number
  readonly result: string | null
  readonly percent: number
  readonly step: string | null
  readonly attachments: string
  readonly question: string | null
  readonly lease_until: number | null
  readonly dispatches: number
  readonly attempt: number
  readonly reason: string | null
  readonly created_at: number
  readonly updated_at: number
  readonly starter: string | null
  readonly held_by: string | null
  readonly held_until: number | null
}

type Values = [
  id: string,
  team: string,
  number: number,
  subject: string,
  description: string,
  status: string,
  priority: number,
  assignee: string | null,
  createdBy: string,
  user: string,
  session: string | null,
  requiresApproval: number,
  result: string | null,
  percent: number,
  step: string | null,
  attachments: string,
  question: string | null,
  leaseUntil: number | null,
  dispatches: number,
  attempt: number,
  reason: string | null,
  createdAt: number,
  updatedAt: number,
  starter: string | null,
  heldBy: string | null,
  heldUntil: number | null,
]

const columns = [
  'id',
  'team',
  'number',
  'subject',
  'description',
  'status',
  'priority',
  'assignee',
  'created_by',
  'user_id',
  'session',
  'requires_approval',
  'result',
  'percent',
  'step',
  'attachments',
  'question',
  'lease_until',
  'dispatches',
  'attempt',
  'reason',
  'created_at',
  'updated_at',
  'starter',
  'held_by',
  'held_until',
] as const

const saveRow = statement<Values>(
  `insert into teams_tasks (${columns.join(', ')}) values (${columns.map((_, index) => `$${index + 1}`).join(', ')})
    on conflict (id) do update set ${columns
      .slice(1)
      .map((column) => `${column} = excluded.${column}`)
      .join(', ')}`,
)
const findRow = statement<[team: string, number: number], Row>(
  'select * from teams_tasks where team = $1 and number = $2',
)
const listRows = statement<[team: string], Row>('select * from teams_tasks where team = $1 order by number')
const listOpenRows = statement<[team: string], Row>(
  `select * from teams_tasks where team = $1 and status in ('pending', 'stale', 'in_progress') order by number`,
)
const listWaiting = statement<[blocker: string], { number: number }>(
  `select t.number from teams_tasks t join teams_blockers b on b.task = t.id
    where b.blocker = $1 and t.status = 'blocked' order by t.number`,
)
const listLeased = statement<[until: number], Row>(
  `select * from teams_tasks where status = 'in_progress' and lease_until <= $1 order by lease_until`,
)
const listAskedRows = statement<[], Row>(
  `select * from teams_tasks where question is not null and status not in ('completed', 'failed', 'cancelled') order by id`,
)
const renewHolds = statement<[run: string, until: number]>('update teams_tasks set held_until = $2 where held_by = $1')
const endHolds = statement<[run: string]>('update teams_tasks set held_by = null, held_until = null where held_by = $1')
const listBlockers = statement<[task: string], { blocker: string }>(
  'select blocker from teams_blockers where task = $1 order by blocker',
)
const listBlockersOfTeam = statement<[team: string], { task: string; blocker: string }>(
  `select b.task, b.blocker from teams_blockers b join teams_tasks t on t.id = b.task where t.team = $1 order by b.task, b.blocker`,
)
const removeBlockers = statement<[task: string]>('delete from teams_blockers where task = $1')
const addBlocker = statement<[task: string, blocker: string]>(
  'insert into teams_blockers (task, blocker) values ($1, $2)',
)

/** Returns a task of a team by its number. */
export async function findTask(connection: Connection, team: string, number: number): Promise<TeamTask | undefined> {
  const row = await connection.get(findRow, team, number)
  if (row === undefined) return undefined
  return readTask(
    row,
    (await connection.all(listBlockers, row.id)).map(({ blocker }) => blocker),
  )
}

/** Returns all tasks of a team, by number. */
export async function listTasks(connection: Connection, team: string): Promise<readonly TeamTask[]> {
  const blockers = Map.groupBy(await connection.all(listBlockersOfTeam, team), ({ task }) => task)
  const rows = await connection.all(listRows, team)
  return rows.map((row) =>
    readTask(
      row,
      (blockers.get(row.id) ?? []).map(({ blocker }) => blocker),
    ),
  )
}

/** Returns the tasks that can begin or are being done, by number, without what they waited for. */
export async function listBegun(connection: Connection, team: string): Promise<readonly TeamTask[]> {
  return (await connection.all(listOpenRows, team)).map((row) => readTask(row, []))
}

/** Returns the blocked tasks that wait for a task, by number. */
export async function listWaitingFor(connection: Connection, { id, team }: TeamTask): Promise<readonly TeamTask[]> {
  const waiting: TeamTask[] = []
  for (const { number } of await connection.all(listWaiting, id)) {
    const task = await findTask(connection, team, number)
    if (task !== undefined) waiting.push(task)
  }
  return waiting
}

/** Returns the tasks whose lease has ended, without what they wait for. */
export async function listExpired(connection: Connection, now: number): Promise<readonly TeamTask[]> {
  return (await connection.all(listLeased, now)).map((row) => readTask(row, []))
}

/** Returns the tasks of all teams that wait for an answer of their user, without what they wait for. */
export async function listAsked(connection: Connection): Promise<readonly TeamTask[]> {
  return (await connection.all(listAskedRows)).map((row) => readTask(row, []))
}

/** Lets a run hold back what it holds back for longer. */
export async function renewHoldsOf(connection: Connection, { run, until }: TaskHold): Promise<void> {
  await connection.run(renewHolds, run, until)
}

/** Lets everything begin that a run holds back. Resolves to the number of tasks. */
export async function endHoldsOf(connection: Connection, run: string): Promise<number> {
  return connection.run(endHolds, run)
}

/** Keeps a task as it is now. */
export async function saveTask(connection: Connection, task: TeamTask): Promise<void> {
  await connection.run(saveRow, ...valuesOf(task))
}

/** Keeps the tasks that a task waits for. */
export async function saveBlockers(connection: Connection, { id, blockedBy }: TeamTask): Promise<void> {
  await connection.run(removeBlockers, id)
  for (const blocker of blockedBy) await connection.run(addBlocker, id, blocker)
}

function valuesOf(task: TeamTask): Values {
  return [
    task.id,
    task.team,
    task.number,
    task.subject,
    task.description,
    task.status,
    task.priority,
    task.assignee ?? null,
    task.createdBy,
    task.user,
    task.session ?? null,
    task.requiresApproval ? 1 : 0,
    task.result ?? null,
    task.percent,
    task.step ?? null,
    JSON.stringify(task.attachments),
    task.question === undefined ? null : JSON.stringify(task.question),
    task.leaseUntil ?? null,
    task.dispatches,
    task.attempt,
    task.reason ?? null,
    task.createdAt,
    task.updatedAt,
    task.starter === undefined ? null : JSON.stringify(task.starter),
    task.hold?.run ?? null,
    task.hold?.until ?? null,
  ]
}

function readTask(row: Row, blockedBy: readonly string[]): TeamTask {
  return {
    id: row.id,
    team: row.team,
    number: row.number,
    subject: row.subject,
    description: row.description,
    status: row.status,
    priority: row.priority,
    assignee: row.assignee ?? undefined,
    createdBy: row.created_by,
    user: row.user_id,
    session: row.session ?? undefined,
    blockedBy,
    requiresApproval: row.requires_approval === 1,
    result: row.result ?? undefined,
    percent: row.percent,
    step: row.step ?? undefined,
    attachments: JSON.parse(row.attachments),
    question: row.question === null ? undefined : (JSON.parse(row.question) as TaskQuestion),
    leaseUntil: row.lease_until ?? undefined,
    dispatches: row.dispatches,
    attempt: row.attempt,
    reason: row.reason ?? undefined,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    starter: row.starter === null ? undefined : (JSON.parse(row.starter) as TaskStarter),
    hold: row.held_by === null ? undefined : { run: row.held_by, until: row.held_until ?? 0 },
  }
}
