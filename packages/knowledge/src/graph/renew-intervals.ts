import { type Connection, statement, type Transaction } from '@drawbridge/store/database'
import { deriveIntervals, type RelationKind } from './derive-intervals.ts'
import type { LockedGraph } from './open-graph.ts'

/** The facts that may end each other. */
export interface FactGroup {
  /** The entity that others were merged into, or that stands for itself. */
  readonly subject: number
  readonly relation: string
}

interface StatementRow {
  readonly fact: number
  readonly object: number
  readonly valid_from: number | null
  readonly valid_to: number | null
}

interface IntervalRow {
  readonly id: number
  readonly fact: number
  readonly valid_from: number | null
  readonly valid_to: number | null
  readonly state: 'settled' | 'conflict'
}

/** The kinds that are known of common relations, in graphs that say nothing else. */
const singleRelations: ReadonlySet<string> = new Set([
  'born_in',
  'born_on',
  'date_of_birth',
  'has_status',
  'has_version',
  'lives_in',
  'located_in',
  'status',
  'version',
])

const findKind = statement<[graph: number, relation: string], { kind: RelationKind }>(
  'select kind from knowledge_relations where graph = $1 and relation = $2',
)
const ofGroup = `f.graph = $1 and f.relation = $3 and (f.subject = $2 or exists
  (select 1 from knowledge_entities s where s.id = f.subject and s.root = $2))`
const findStatements = statement<[graph: number, subject: number, relation: string], StatementRow>(
  `select t.fact, coalesce(o.root, o.id) as object, t.valid_from, t.valid_to
    from knowledge_facts f join knowledge_statements t on t.fact = f.id join knowledge_entities o on o.id = f.object
    where ${ofGroup} and t.withdrawn_at is null order by t.id`,
)
const findIntervals = statement<[graph: number, subject: number, relation: string], IntervalRow>(
  `select i.id, i.fact, i.valid_from, i.valid_to, i.state
    from knowledge_facts f join knowledge_intervals i on i.fact = f.id
    where ${ofGroup} and i.retracted_at is null order by i.id`,
)
const addInterval = statement<
  [graph: number, fact: number, from: number | null, to: number | null, state: string, now: number]
>(
  `insert into knowledge_intervals (graph, fact, valid_from, valid_to, state, recorded_at)
    values ($1, $2, $3, $4, $5, $6)`,
)
const retractInterval = statement<[id: number, now: number]>(
  'update knowledge_intervals set retracted_at = $2 where id = $1',
)

/** Returns the kind of a relation in a graph. */
async function kindOf(connection: Connection, graph: number, relation: string): Promise<RelationKind> {
  return (await connection.get(findKind, graph, relation))?.kind ?? (singleRelations.has(relation) ? 'single' : 'multi')
}

/**
 * Works out again when the facts of a subject and relation hold, from the statements that count now. What no longer holds is retracted and
 * stays, so that it can be asked what was known at a time.
 */
export async function renewIntervals(
  transaction: Transaction,
  graph: LockedGraph,
  { subject, relation }: FactGroup,
): Promise<void> {
  const group = [graph.id, subject, relation] as const
  const statements = await transaction.all(findStatements, ...group)
  /** The first of the facts that merges made the same: it represents all of them. */
  const factOf = new Map(statements.toReversed().map(({ object, fact }) => [object, fact]))
  const derived = deriveIntervals(
    statements.map(({ object, valid_from, valid_to }) => ({
      object,
      from: valid_from ?? undefined,
      to: valid_to ?? undefined,
    })),
    await kindOf(transaction, graph.id, relation),
  )
  const wanted = new Map(
    derived.map(({ object, from = null, to = null, state }) => {
      const row = { fact: factOf.get(object) ?? 0, valid_from: from, valid_to: to, state }
      return [keyOf(row), row]
    }),
  )
  for (const { id, ...row } of await transaction.all(findIntervals, ...group)) {
    if (!wanted.delete(keyOf(row))) await transaction.run(retractInterval, id, graph.now)
  }
  for (const { fact, valid_from, valid_to, state } of wanted.values()) {
    await transaction.run(addInterval, graph.id, fact, valid_from, valid_to, state, graph.now)
  }
}

function keyOf({ fact, valid_from, valid_to, state }: Omit<IntervalRow, 'id'>): string {
  return JSON.stringify([fact, valid_from, valid_to, state])
}
