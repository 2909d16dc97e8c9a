import type { Trust } from '@drawbridge/core'
import type { MemoryPlace } from '@drawbridge/room/place'
import { type Database, statement, type Transaction } from '@drawbridge/store/database'
import type { RelationKind } from './derive-intervals.ts'
import { ensureEntity, type NamedEntity } from './entities.ts'
import { changeGraph, type LockedGraph } from './open-graph.ts'
import { renewIntervals } from './renew-intervals.ts'

/** A fact as it is stated. */
export interface StatedFact {
  readonly subject: NamedEntity
  /** E.g. `works_at`. */
  readonly relation: string
  readonly object: NamedEntity
  /** Milliseconds since the Unix epoch. Undefined: since when is not known. */
  readonly from: number | undefined
  /** The first moment at which it no longer holds, in milliseconds since the Unix epoch. */
  readonly to: number | undefined
  /** The words that say so. May be empty. */
  readonly quote: string
  /** A number from 0 to 1. */
  readonly confidence: number
  /** Says of the relation whether a subject has one object at a time. Default: as it was said first, else `multi`. */
  readonly kind?: RelationKind | undefined
}

/** The origin of facts: no fact is kept without one. */
export interface FactSource {
  /** E.g. the path of a document, a URL, or a session. */
  readonly source: string
  readonly trust: Trust
  /** Nothing is recorded if the source was withdrawn at or after this time: milliseconds since the Unix epoch. Default: it is recorded. */
  readonly askedMs?: number | undefined
}

/** The effect of a statement. */
export interface RecordedFact {
  readonly id: number
  /** `known`: it was there already, for this time. `conflict`: another one of a single relation begins at the same time. */
  readonly state: 'new' | 'known' | 'changed' | 'conflict'
}

/** The most statements that are kept of one fact. Further ones that change nothing are not. */
const mostStatements = 20

const findFact = statement<[graph: number, subject: number, relation: string, object: number], { id: number }>(
  'select id from knowledge_facts where graph = $1 and subject = $2 and relation = $3 and object = $4',
)
const addFact = statement<[graph: number, subject: number, relation: string, object: number]>(
  `insert into knowledge_facts (graph, subject, relation, object) values ($1, $2, $3, $4)
    on conflict (graph, subject, relation, object) do nothing`,
)
const countStatements = statement<[fact: number], { count: number }>(
  'select count(*) as count from knowledge_statements where fact = $1 and withdrawn_at is null',
)
const findSame = statement<[fact: number, source: string], { valid_from: number | null; valid_to: number | null }>(
  `select valid_from, valid_to from knowledge_statements where fact = $1 and source = $2 and withdrawn_at is null`,
)
const addStatement = statement<
  [
    graph: number,
    fact: number,
    subject: number,
    object: number,
    from: number | null,
    to: number | null,
    source: string,
    quote: string,
    confidence: number,
    now: number,
  ]
>(
  `insert into knowledge_statements
    (graph, fact, subject, object, valid_from, valid_to, source, quote, confidence, recorded_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
)
const declareRelation = statement<[graph: number, relation: string, kind: string]>(
  'insert into knowledge_relations (graph, relation, kind) values ($1, $2, $3) on conflict (graph, relation) do nothing',
)
const findCurrent = statement<
  [fact: number],
  { valid_from: number | null; valid_to: number | null; state: 'settled' | 'conflict' }
>('select valid_from, valid_to, state from knowledge_intervals where fact = $1 and retracted_at is null')

const findWithdrawn = statement<
  [agent: string, user: string, project: string, source: string, askedMs: number],
  { found: number }
>(
  `select 1 as found from knowledge_withdrawn
    where agent_id = $1 and user_id = $2 and project = $3 and source = $4 and withdrawn_at >= $5`,
)

/** Records facts in the graph of a place, in one transaction. A fact that is there already gets another source and no second row. */
export async function recordFacts(
  database: Database,
  place: MemoryPlace,
  facts: readonly StatedFact[],
  from: FactSource,
  nowMs: number,
): Promise<readonly RecordedFact[]> {
  return changeGraph(database, place, nowMs, async (transaction, graph) => {
    const recorded: RecordedFact[] = []
    const { agent, user, project } = place
    const { source, askedMs } = from
    if (askedMs !== undefined && (await transaction.get(findWithdrawn, agent, user, project, source, askedMs)))
      return recorded
    for (const fact of facts) recorded.push(await recordFact(transaction, graph, fact, from))
    return recorded
  })
}

async function recordFact(
  transaction: Transaction,
  graph: LockedGraph,
  fact: StatedFact,
  { source, trust }: FactSource,
): Promise<RecordedFact> {
  // The kind decides which facts end: a stranger does not say that.
  if (fact.kind !== undefined && trust === 'trusted')
    await transaction.run(declareRelation, graph.id, fact.relation, fact.kind)
  const subject = await ensureEntity(transaction, graph, trust, fact.subject)
  const object = await ensureEntity(transaction, graph, trust, fact.object)
  const key = [graph.id, subject.root ?? subject.id, fact.relation, object.root ?? object.id] as const
  await transaction.run(addFact, ...key)
  const id = (await transaction.get(findFact, ...key))?.id ?? 0
  const before = await transaction.all(findCurrent, id)
  const [from, to] = [fact.from ?? null, fact.to ?? null]
  const covered = before.some(
    ({ valid_from, valid_to }) =>
      (valid_from === null || from === null || valid_from <= from) &&
      (valid_to === null || (to !== null && to <= valid_to)) &&
      (to === null || to === valid_to),
  )
  const same = await transaction.all(findSame, id, source)
  const isRepeated = covered && same.length > 0
  const isFull = covered && ((await transaction.get(countStatements, id))?.count ?? 0) >= mostStatements
  if (isRepeated || isFull) return { id, state: 'known' }
  await transaction.run(
    addStatement,
    ...([graph.id, id, subject.id, object.id, from, to, source, fact.quote, fact.confidence, graph.now] as const),
  )
  await renewIntervals(transaction, graph, { subject: key[1], relation: fact.relation })
  const after = await transaction.all(findCurrent, id)
  if (after.some(({ state }) => state === 'conflict')) return { id, state: 'conflict' }
  if (before.length === 0) return { id, state: 'new' }
  return { id, state: JSON.stringify(before) === JSON.stringify(after) ? 'known' : 'changed' }
}
