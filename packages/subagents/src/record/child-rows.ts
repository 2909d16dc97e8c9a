import type { ChildRole, ChildState } from '@drawbridge/core/agent'
import { defined } from '@drawbridge/core/base'
import { statement } from '@drawbridge/store/database'
import type { ChildRecord } from './child-record.ts'

/** A row of the table of children. */
export interface ChildRow {
  readonly id: string
  readonly root: string
  readonly parent: string
  readonly parent_run: string
  readonly parents: string
  readonly depth: number
  readonly path: string
  readonly label: string
  readonly task: string
  readonly role: string
  readonly agent: string | null
  readonly user_id: string | null
  readonly options: string
  readonly state: string
  readonly runs: number
  readonly told_run: number
  readonly told_call: string | null
  readonly answer: string
  readonly message: string | null
  readonly turns: number
  readonly calls: number
  readonly tokens: number
  readonly cost: number | null
  readonly reserved_tokens: number
  readonly reserved_cost: number
  readonly branch: string | null
  readonly artifacts: string
  readonly host: string
  readonly pid: number
  readonly process_started: string
  readonly heartbeat_at: number
  readonly created_at: number
  readonly started_at: number | null
  readonly ended_at: number | null
}

const columns = `id, root, parent, parent_run, parents, depth, path, label, task, role, agent, user_id, options, state, runs, told_run, told_call,
  answer, message, turns, calls, tokens, cost, reserved_tokens, reserved_cost, branch, artifacts, host, pid, process_started,
  heartbeat_at, created_at, started_at, ended_at`

const spentBelow = (wide: string) => `with recursive below (id, tokens, cost) as (
    select id, tokens, cost from subagents_children where parent = $1
    union all select child.id, child.tokens, child.cost from subagents_children child join below on child.parent = below.id
  ) select count(*) as n, coalesce(sum(tokens), 0)${wide} as tokens, sum(cost) as cost from below`

export const childRows = {
  insert: statement<
    [
      id: string,
      root: string,
      parent: string,
      parentRun: string,
      parents: string,
      depth: number,
      path: string,
      label: string,
      task: string,
      role: string,
      agent: string | null,
      user: string | null,
      options: string,
      state: string,
      message: string | null,
      reservedTokens: number,
      reservedCost: number,
      host: string,
      pid: number,
      processStarted: string,
      now: number,
      endedAt: number | null,
    ]
  >(
    `insert into subagents_children (${columns}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, 1, 0, null,
      '', $15, 0, 0, 0, null, $16, $17, null, '[]', $18, $19, $20, $21, $21, null, $22)`,
  ),
  find: statement<[id: string], ChildRow>(`select ${columns} from subagents_children where id = $1`),
  ofParent: statement<[parent: string], ChildRow>(
    `select ${columns} from subagents_children where parent = $1 order by created_at, id`,
  ),
  ofTree: statement<[root: string], ChildRow>(
    `select ${columns} from subagents_children where root = $1 order by created_at, id`,
  ),
  spentBelow: statement<[session: string], { n: number; tokens: number; cost: number | null }>({
    sqlite: spentBelow(''),
    postgres: spentBelow('::bigint'),
  }),
  newest: statement<[limit: number], ChildRow>(
    `select ${columns} from subagents_children order by created_at desc, id limit $1`,
  ),
  open: statement<[], ChildRow>(`select ${columns} from subagents_children where state in ('pending', 'running')`),
  countOpenOfParent: statement<[parent: string], { n: number }>(
    "select count(*) as n from subagents_children where parent = $1 and state in ('pending', 'running')",
  ),
  countOpenOfTree: statement<[root: string], { n: number }>(
    "select count(*) as n from subagents_children where root = $1 and state in ('pending', 'running')",
  ),
  addTree: statement<[root: string]>(
    'insert into subagents_trees (root, spawned, tokens, cost) values ($1, 0, 0, 0) on conflict (root) do nothing',
  ),
  // The row stays locked until the end of the transaction on PostgreSQL; SQLite has one writer at a time.
  lockTree: statement<[root: string], { spawned: number; tokens: number; cost: number }>({
    sqlite: 'select spawned, tokens, cost from subagents_trees where root = $1',
    postgres: 'select spawned, tokens, cost from subagents_trees where root = $1 for update',
  }),
  chargeTree: statement<[root: string, spawned: number, tokens: number, cost: number]>(
    'update subagents_trees set spawned = spawned + $2, tokens = tokens + $3, cost = cost + $4 where root = $1',
  ),
  start: statement<[id: string, now: number]>(
    "update subagents_children set state = 'running', started_at = $2, heartbeat_at = $2 where id = $1 and state = 'pending'",
  ),
  end: statement<
    [
      id: string,
      state: string,
      answer: string,
      message: string | null,
      turns: number,
      calls: number,
      tokens: number,
      cost: number | null,
      branch: string | null,
      artifacts: string,
      now: number,
    ]
  >(
    `update subagents_children set state = $2, answer = $3, message = $4, turns = turns + $5, calls = calls + $6,
      tokens = tokens + $7, cost = coalesce(coalesce(cost, 0) + $8, cost), branch = coalesce($9, branch),
      artifacts = $10, ended_at = $11, reserved_tokens = 0, reserved_cost = 0
    where id = $1 and state in ('pending', 'running')`,
  ),
  again: statement<
    [
      id: string,
      task: string,
      options: string,
      reservedTokens: number,
      reservedCost: number,
      host: string,
      pid: number,
      processStarted: string,
      now: number,
    ]
  >(
    `update subagents_children set state = 'pending', runs = runs + 1, task = $2, options = $3, answer = '', message = null,
      reserved_tokens = $4, reserved_cost = $5, host = $6, pid = $7, process_started = $8, heartbeat_at = $9, started_at = null,
      ended_at = null
    where id = $1 and state not in ('pending', 'running')`,
  ),
  tell: statement<[id: string, run: number, call: string]>(
    'update subagents_children set told_run = $2, told_call = $3 where id = $1 and told_run < $2',
  ),
  beat: statement<[host: string, pid: number, processStarted: string, now: number]>(
    `update subagents_children set heartbeat_at = $4
    where host = $1 and pid = $2 and process_started = $3 and state in ('pending', 'running')`,
  ),
} as const

/** Returns the child that a row describes. */
export function childOf(row: ChildRow): ChildRecord {
  return {
    id: row.id,
    label: row.label,
    task: row.task,
    role: row.role as ChildRole,
    parent: row.parent,
    root: row.root,
    path: JSON.parse(row.path) as ChildRecord['path'],
    depth: row.depth,
    state: row.state as ChildState,
    runs: row.runs,
    text: row.answer,
    turns: row.turns,
    calls: row.calls,
    tokens: row.tokens,
    artifacts: JSON.parse(row.artifacts) as ChildRecord['artifacts'],
    createdAt: row.created_at,
    parentRun: row.parent_run,
    parents: JSON.parse(row.parents) as ChildRecord['parents'],
    options: JSON.parse(row.options) as ChildRecord['options'],
    toldRun: row.told_run,
    reservedTokens: row.reserved_tokens,
    reservedCost: row.reserved_cost,
    ...defined({
      agent: row.agent ?? undefined,
      user: row.user_id ?? undefined,
      message: row.message ?? undefined,
      cost: row.cost ?? undefined,
      branch: row.branch ?? undefined,
      startedAt: row.started_at ?? undefined,
      endedAt: row.ended_at ?? undefined,
      toldCall: row.told_call ?? undefined,
    }),
  }
}
