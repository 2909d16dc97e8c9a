import type { MemoryPlace } from '@drawbridge/room/place'
import { type Database, statement, type Transaction } from '@drawbridge/store/database'
import { type EntityRow, mergeInto, readEntity, unmerge } from './entities.ts'
import { changeGraph, findGraphId, type LockedGraph } from './open-graph.ts'
import { type RecordedFact, recordFacts, type StatedFact } from './record-facts.ts'
import { type FactGroup, renewIntervals } from './renew-intervals.ts'

const withdraw = statement<[graph: number, source: string, now: number]>(
  'update knowledge_statements set withdrawn_at = $3 where graph = $1 and source = $2 and withdrawn_at is null',
)
const findGroupsOfSource = statement<[graph: number, source: string], FactGroup>(
  `select distinct coalesce(s.root, s.id) as subject, f.relation
    from knowledge_statements t join knowledge_facts f on f.id = t.fact join knowledge_entities s on s.id = f.subject
    where t.graph = $1 and t.source = $2 and t.withdrawn_at is null`,
)
const findGroupsOfEntity = statement<[graph: number, entity: number], FactGroup>(
  `select distinct coalesce(s.root, s.id) as subject, f.relation
    from knowledge_facts f join knowledge_entities s on s.id = f.subject join knowledge_entities o on o.id = f.object
    where f.graph = $1 and (s.id = $2 or s.root = $2 or o.id = $2 or o.root = $2)`,
)
interface StatementOfSource {
  readonly subject_name: string
  readonly subject_type: string
  readonly relation: string
  readonly object_name: string
  readonly object_type: string
  readonly valid_from: number | null
  readonly valid_to: number | null
  readonly quote: string
  readonly confidence: number
}
const findStatements = statement<[graph: number, source: string], StatementOfSource>(
  `select s.name as subject_name, s.type as subject_type, f.relation, o.name as object_name, o.type as object_type,
      t.valid_from, t.valid_to, t.quote, t.confidence
    from knowledge_statements t join knowledge_facts f on f.id = t.fact
    join knowledge_entities s on s.id = t.subject join knowledge_entities o on o.id = t.object
    where t.graph = $1 and t.source = $2 and t.withdrawn_at is null and s.trust = 'untrusted' order by t.id`,
)
/** A statement that was recorded for the entity that its own one was merged into. */
const findStrays = statement<
  [graph: number, entity: number],
  { id: number; fact: number; relation: string; subject: number; object: number }
>(
  `select t.id, t.fact, f.relation, coalesce(s.root, s.id) as subject, coalesce(o.root, o.id) as object
    from knowledge_statements t join knowledge_facts f on f.id = t.fact
    join knowledge_entities s on s.id = t.subject join knowledge_entities o on o.id = t.object
    where t.graph = $1 and (t.subject = $2 or t.object = $2)`,
)
const addFact = statement<[graph: number, subject: number, relation: string, object: number]>(
  `insert into knowledge_facts (graph, subject, relation, object) values ($1, $2, $3, $4)
    on conflict (graph, subject, relation, object) do nothing`,
)
const moveStatement = statement<[id: number, graph: number, subject: number, relation: string, object: number]>(
  `update knowledge_statements set fact = (
      select id from knowledge_facts where graph = $2 and subject = $3 and relation = $4 and object = $5
    ) where id = $1`,
)

const saveWithdrawn = statement<[agent: string, user: string, project: string, source: string, nowMs: number]>(
  `insert into knowledge_withdrawn (agent_id, user_id, project, source, withdrawn_at) values ($1, $2, $3, $4, $5)
    on conflict (agent_id, user_id, project, source) do update set withdrawn_at = excluded.withdrawn_at`,
)

/**
 * Takes back everything that one source said, including what a job was asked to learn before. Resolves to how many statements that were.
 */
export async function withdrawSource(
  database: Database,
  place: MemoryPlace,
  source: string,
  nowMs: number,
): Promise<number> {
  await database.run(saveWithdrawn, place.agent, place.user, place.project, source, nowMs)
  return withdrawStatements(database, place, source, nowMs)
}

async function withdrawStatements(
  database: Database,
  place: MemoryPlace,
  source: string,
  nowMs: number,
): Promise<number> {
  if ((await findGraphId(database, place)) === undefined) return 0
  return changeGraph(database, place, nowMs, async (transaction, graph) => {
    const groups = await transaction.all(findGroupsOfSource, graph.id, source)
    const count = await transaction.run(withdraw, graph.id, source, graph.now)
    for (const group of groups) await renewIntervals(transaction, graph, group)
    return count
  })
}

/** Makes what an untrusted source said trusted: it is stated again, as trusted. Resolves to what was stated. */
export async function vouchForSource(
  database: Database,
  place: MemoryPlace,
  source: string,
  nowMs: number,
): Promise<readonly RecordedFact[]> {
  const id = await findGraphId(database, place)
  const rows = id === undefined ? [] : await database.all(findStatements, id, source)
  if (rows.length === 0) return []
  const facts = rows.map(
    (row): StatedFact => ({
      subject: { name: row.subject_name, type: row.subject_type },
      relation: row.relation,
      object: { name: row.object_name, type: row.object_type },
      from: row.valid_from ?? undefined,
      to: row.valid_to ?? undefined,
      quote: row.quote,
      confidence: row.confidence,
    }),
  )
  await withdrawStatements(database, place, source, nowMs)
  return recordFacts(database, place, facts, { source, trust: 'trusted' }, nowMs)
}

/** Says why a merge cannot be made or undone. */
export type MergeObjection = 'unknown' | 'same' | 'different'

/**
 * Merges an entity into another one of the same graph, type and trust. Resolves to the reason if that cannot be done.
 * @param change.by The person or program that merges.
 */
export async function mergeEntities(
  database: Database,
  place: MemoryPlace,
  change: { readonly entity: number; readonly into: number; readonly by: string; readonly reason: string },
  nowMs: number,
): Promise<MergeObjection | undefined> {
  if ((await findGraphId(database, place)) === undefined) return 'unknown'
  return changeGraph(database, place, nowMs, async (transaction, graph) => {
    const entity = await rootOf(transaction, graph, change.entity)
    const into = await rootOf(transaction, graph, change.into)
    if (entity === undefined || into === undefined) return 'unknown'
    if (entity.id === into.id) return 'same'
    if (entity.type !== into.type || entity.trust !== into.trust) return 'different'
    const before = await transaction.all(findGroupsOfEntity, graph.id, entity.id)
    const { by, reason } = change
    await mergeInto(transaction, graph, { entity: entity.id, root: into.id, by, reason })
    await renewAround(transaction, graph, before, into.id)
    return undefined
  })
}

/** Undoes the merge of an entity: what was said about it by its own name is about it alone again. */
export async function undoMerge(
  database: Database,
  place: MemoryPlace,
  entity: number,
  nowMs: number,
): Promise<MergeObjection | undefined> {
  if ((await findGraphId(database, place)) === undefined) return 'unknown'
  return changeGraph(database, place, nowMs, async (transaction, graph) => {
    const row = await readEntity(transaction, entity)
    if (row === undefined || row.graph !== graph.id || row.root === null) return 'unknown'
    const before = await transaction.all(findGroupsOfEntity, graph.id, row.root)
    for (const each of await unmerge(transaction, graph, entity)) {
      for (const { id, subject, relation, object } of await transaction.all(findStrays, graph.id, each)) {
        await transaction.run(addFact, graph.id, subject, relation, object)
        await transaction.run(moveStatement, id, graph.id, subject, relation, object)
      }
    }
    await renewAround(transaction, graph, before, entity)
    return undefined
  })
}

async function rootOf(transaction: Transaction, graph: LockedGraph, id: number): Promise<EntityRow | undefined> {
  const row = await readEntity(transaction, id)
  if (row === undefined || row.graph !== graph.id) return undefined
  return row.root === null ? row : readEntity(transaction, row.root)
}

async function renewAround(
  transaction: Transaction,
  graph: LockedGraph,
  before: readonly FactGroup[],
  entity: number,
): Promise<void> {
  const after = await transaction.all(findGroupsOfEntity, graph.id, entity)
  const groups = new Map([...before, ...after].map((group) => [JSON.stringify(group), group]))
  for (const group of groups.values()) await renewIntervals(transaction, graph, group)
}
