import type { Delegation } from '@drawbridge/core/agent'
import { type Clock, defined } from '@drawbridge/core/base'
import { type Database, statement } from '@drawbridge/store/database'
import { type DelegationLoad, objectionToLoad } from './admit-delegation.ts'

interface Row {
  readonly id: string
  readonly source: string
  readonly target: string
  readonly user_id: string
  readonly session: string
  readonly label: string
  readonly state: string
  readonly answer: string
  readonly message: string | null
  readonly skips_gates: number
  readonly passed: number | null
  readonly revisions: number
  readonly feedback: string | null
  readonly created_at: number
  readonly ended_at: number | null
}

const columns =
  'id, source, target, user_id, session, label, state, answer, message, skips_gates, passed, revisions, feedback, created_at, ended_at'
const rows = {
  addTarget: statement<[agent: string]>(
    'insert into delegations_targets (agent) values ($1) on conflict (agent) do nothing',
  ),
  // The row stays locked until the end of the transaction on PostgreSQL; SQLite has one writer at a time.
  lockTarget: statement<[agent: string], { agent: string }>({
    sqlite: 'select agent from delegations_targets where agent = $1',
    postgres: 'select agent from delegations_targets where agent = $1 for update',
  }),
  openOfTarget: statement<[target: string], Row>(
    `select ${columns} from delegations_runs where target = $1 and state = 'running' order by created_at, id`,
  ),
  open: statement<[], Row>(`select ${columns} from delegations_runs where state = 'running' order by created_at, id`),
  insert: statement<
    [
      id: string,
      source: string,
      target: string,
      user: string,
      session: string,
      label: string,
      skipsGates: number,
      now: number,
    ]
  >(
    `insert into delegations_runs (${columns}) values ($1, $2, $3, $4, $5, $6, 'running', '', null, $7, null, 0, null, $8, null)`,
  ),
  judge: statement<[id: string, passed: number, revisions: number, feedback: string | null]>(
    'update delegations_runs set passed = $2, revisions = $3, feedback = $4 where id = $1',
  ),
  end: statement<[id: string, state: string, answer: string, message: string | null, now: number]>(
    "update delegations_runs set state = $2, answer = $3, message = $4, ended_at = $5 where id = $1 and state = 'running'",
  ),
  find: statement<[id: string], Row>(`select ${columns} from delegations_runs where id = $1`),
  ofSource: statement<[source: string, user: string, limit: number], Row>(
    `select ${columns} from delegations_runs where source = $1 and user_id = $2 order by created_at desc, id limit $3`,
  ),
  newest: statement<[limit: number], Row>(
    `select ${columns} from delegations_runs order by created_at desc, id limit $1`,
  ),
} as const

/** A delegation with what only its keeper needs. */
export interface DelegationRecord extends Delegation {
  readonly skipsGates: boolean
}

/** A delegation before it is admitted. */
export type NewDelegation = Pick<
  DelegationRecord,
  'id' | 'source' | 'target' | 'user' | 'session' | 'label' | 'skipsGates'
>

/** The judgement of all gates on the work of a delegation. */
export type Judgement = Required<Pick<Delegation, 'isPassed' | 'revisions'>> & Pick<Delegation, 'feedback'>

/** The delegations that a database keeps. */
export interface DelegationStore {
  /** Adds a delegation, or returns why it does not fit. The limits hold over all processes. */
  add(delegation: NewDelegation, limits: Pick<DelegationLoad, 'maxLoad' | 'maxConcurrent'>): Promise<string | undefined>
  judge(id: string, judgement: Judgement): Promise<void>
  /** Does nothing if it has ended. */
  end(id: string, end: Pick<Delegation, 'state' | 'text' | 'message'>): Promise<void>
  find(id: string): Promise<DelegationRecord | undefined>
  /** Those that have not ended, oldest first. @param target Only those to this agent. */
  open(target?: string): Promise<readonly DelegationRecord[]>
  /** Those of an agent for a user, newest first. */
  ofSource(source: string, user: string, limit: number): Promise<readonly DelegationRecord[]>
  newest(limit: number): Promise<readonly DelegationRecord[]>
}

/** Creates the store of delegations. */
export function createDelegationStore(database: Database, clock: Pick<Clock, 'now'>): DelegationStore {
  return {
    add: ({ id, source, target, user, session, label, skipsGates }, limits) =>
      database.transaction(async (transaction) => {
        await transaction.run(rows.addTarget, target)
        await transaction.get(rows.lockTarget, target)
        const open = await transaction.all(rows.openOfTarget, target)
        const ofPair = open.filter((row) => row.source === source).length
        const objection = objectionToLoad({ ...limits, target, ofTarget: open.length, ofPair })
        if (objection !== undefined) return objection
        await transaction.run(rows.insert, id, source, target, user, session, label, skipsGates ? 1 : 0, clock.now())
        return undefined
      }),
    judge: async (id, { isPassed, revisions, feedback }) =>
      void (await database.run(rows.judge, id, isPassed ? 1 : 0, revisions, feedback ?? null)),
    end: async (id, { state, text, message }) =>
      void (await database.run(rows.end, id, state, text, message ?? null, clock.now())),
    find: async (id) => {
      const row = await database.get(rows.find, id)
      return row && recordOf(row)
    },
    open: async (target) =>
      (target === undefined ? await database.all(rows.open) : await database.all(rows.openOfTarget, target)).map(
        recordOf,
      ),
    ofSource: async (source, user, limit) => (await database.all(rows.ofSource, source, user, limit)).map(recordOf),
    newest: async (limit) => (await database.all(rows.newest, limit)).map(recordOf),
  }
}

function recordOf(row: Row): DelegationRecord {
  const { id, source, target, session, label, state, revisions } = row
  return {
    id,
    source,
    target,
    user: row.user_id,
    session,
    label,
    state,
    text: row.answer,
    revisions,
    skipsGates: row.skips_gates === 1,
    createdAt: row.created_at,
    ...defined({
      message: row.message ?? undefined,
      isPassed: row.passed === null ? undefined : row.passed === 1,
      feedback: row.feedback ?? undefined,
      endedAt: row.ended_at ?? undefined,
    }),
  }
}
