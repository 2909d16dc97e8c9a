import type { Trust } from '@drawbridge/core'
import { indexText, rankTexts } from '@drawbridge/core/search'
import { type Connection, statement } from '@drawbridge/store/database'
import { type EntityRow, readEntity } from './entities.ts'
import { entityKey, entityWords } from './entity-name.ts'

/** A question about graphs. */
export interface GraphQuery {
  /** Names or words of names. Undefined: the entities that were named last. */
  readonly query?: string | undefined
  /** The entity to begin at, in place of a query. */
  readonly entity?: number | undefined
  readonly type?: string | undefined
  /** The number of steps from an entity to another one: from 0 (no facts) to 5. */
  readonly depth: number
  /** Facts that hold at this time. Milliseconds since the Unix epoch. */
  readonly asOf: number
  /** Facts as they were known at this time. Milliseconds since the Unix epoch. Undefined: as they are known now. */
  readonly knownAt?: number | undefined
  /** The most entities that a query begins at. */
  readonly count: number
}

/** An entity that was found. */
export interface FoundEntity {
  readonly id: number
  readonly name: string
  readonly type: string
  readonly trust: Trust
  /** The number of steps from where the search began. */
  readonly depth: number
}

/** A fact that was found. */
export interface FoundFact {
  readonly id: number
  readonly subject: FoundEntity
  readonly relation: string
  readonly object: FoundEntity
  /** Milliseconds since the Unix epoch. Undefined: since when is not known. */
  readonly from: number | undefined
  /** The first moment at which it no longer holds, in milliseconds since the Unix epoch. */
  readonly to: number | undefined
  readonly state: 'settled' | 'conflict'
  readonly trust: Trust
  /** The sources that say so, the latest first, at most five. */
  readonly sources: readonly string[]
  /** The words of the latest source. May be empty. */
  readonly quote: string
}

/** The result of a search: trusted things first. */
export interface FoundGraph {
  readonly entities: readonly FoundEntity[]
  readonly facts: readonly FoundFact[]
  /** True if there are more facts than a search follows. */
  readonly isCut: boolean
}

/** The most facts that one search follows. */
const mostFacts = 200

const entityColumns = 'e.id, e.graph, e.trust, e.type, e.key, e.name, e.root'
const findByWords = statement<[graphs: string, words: string], EntityRow>({
  sqlite: `select ${entityColumns} from knowledge_entities e join (
      select entity, count(*) as shared from knowledge_words
      where graph in (select value from json_each($1)) and word in (select value from json_each($2))
      group by entity order by shared desc, entity limit 400
    ) w on w.entity = e.id order by e.id`,
  postgres: `select ${entityColumns} from knowledge_entities e join (
      select entity, count(*) as shared from knowledge_words
      where graph in (select value::bigint from json_array_elements_text($1::json) as given (value))
        and word in (select value from json_array_elements_text($2::json) as given (value))
      group by entity order by shared desc, entity limit 400
    ) w on w.entity = e.id order by e.id`,
})
const findLatest = statement<[graphs: string, type: string, count: number], EntityRow>({
  sqlite: `select ${entityColumns} from knowledge_entities e
    where e.graph in (select value from json_each($1)) and e.root is null and ($2 = '' or e.type = $2)
    order by case e.trust when 'trusted' then 0 else 1 end, e.id desc limit $3`,
  postgres: `select ${entityColumns} from knowledge_entities e
    where e.graph in (select value::bigint from json_array_elements_text($1::json) as given (value))
      and e.root is null and ($2 = '' or e.type = $2)
    order by case e.trust when 'trusted' then 0 else 1 end, e.id desc limit $3`,
})

interface FactRow {
  readonly id: number
  readonly subject: number
  readonly subject_name: string
  readonly subject_type: string
  readonly relation: string
  readonly object: number
  readonly object_name: string
  readonly object_type: string
  readonly trust: Trust
  readonly valid_from: number | null
  readonly valid_to: number | null
  readonly state: 'settled' | 'conflict'
}

/** Merges count as they stand now: what an entity is called says nothing about when a fact was known. */
function factsAround(list: (parameter: string) => string) {
  return `select f.id, s.id as subject, s.name as subject_name, s.type as subject_type, f.relation,
      o.id as object, o.name as object_name, o.type as object_type, s.trust, i.valid_from, i.valid_to, i.state
    from knowledge_facts f
    join knowledge_entities named_subject on named_subject.id = f.subject join knowledge_entities s on s.id = coalesce(named_subject.root, named_subject.id)
    join knowledge_entities named_object on named_object.id = f.object join knowledge_entities o on o.id = coalesce(named_object.root, named_object.id)
    join knowledge_intervals i on i.fact = f.id
    where (f.subject in (${list('$1')}) or f.object in (${list('$1')}))
      and (i.valid_from is null or i.valid_from <= $2) and (i.valid_to is null or i.valid_to > $2)
      and i.recorded_at <= $3 and (i.retracted_at is null or i.retracted_at > $3)
    order by f.id limit ${mostFacts + 1}`
}
const findFacts = statement<[entities: string, asOf: number, knownAt: number], FactRow>({
  sqlite: factsAround((parameter) => `select value from json_each(${parameter})`),
  postgres: factsAround(
    (parameter) => `select value::bigint from json_array_elements_text(${parameter}::json) as given (value)`,
  ),
})
const findMerged = statement<[roots: string], { id: number; root: number }>({
  sqlite: 'select id, root from knowledge_entities where root in (select value from json_each($1))',
  postgres: `select id, root from knowledge_entities
    where root in (select value::bigint from json_array_elements_text($1::json) as given (value))`,
})
const findSources = statement<[facts: string, knownAt: number], { fact: number; source: string; quote: string }>({
  sqlite: `select fact, source, quote from knowledge_statements
    where fact in (select value from json_each($1)) and recorded_at <= $2 and (withdrawn_at is null or withdrawn_at > $2)
    order by id desc`,
  postgres: `select fact, source, quote from knowledge_statements
    where fact in (select value::bigint from json_array_elements_text($1::json) as given (value))
      and recorded_at <= $2 and (withdrawn_at is null or withdrawn_at > $2)
    order by id desc`,
})

/** Later than every time that is recorded. */
const forEver = Number.MAX_SAFE_INTEGER

/** Searches the graphs of a caller, and follows the facts around what it finds, each once. */
export async function searchGraph(
  connection: Connection,
  graphs: readonly number[],
  { query, entity, type, depth, asOf, knownAt = forEver, count }: GraphQuery,
): Promise<FoundGraph> {
  const starts =
    entity !== undefined
      ? await startAt(connection, graphs, entity)
      : query === undefined || query === '*'
        ? await connection.all(findLatest, JSON.stringify(graphs), type ?? '', count)
        : await findNamed(connection, graphs, query, { type, count })
  const entities = new Map<number, FoundEntity>(
    starts.map(({ id, name, type: kind, trust }) => [id, { id, name, type: kind, trust, depth: 0 }]),
  )
  const facts = new Map<string, FactRow>()
  let border = [...entities.keys()]
  for (let step = 1; step <= depth && border.length > 0 && facts.size <= mostFacts; step += 1) {
    const merged = await connection.all(findMerged, JSON.stringify(border))
    const ids = JSON.stringify([...border, ...merged.map(({ id }) => id)])
    const rows = await connection.all(findFacts, ids, asOf, knownAt)
    border = []
    for (const row of rows) {
      facts.set(JSON.stringify([row.subject, row.relation, row.object, row.valid_from]), row)
      for (const found of [subjectOf(row, step), objectOf(row, step)]) {
        if (entities.has(found.id)) continue
        entities.set(found.id, found)
        border.push(found.id)
      }
    }
  }
  const kept = [...facts.values()].slice(0, mostFacts)
  const around = new Set(kept.flatMap(({ subject, object }) => [subject, object]))
  // A name that a stranger used and that no fact holds of is only noise.
  const isShown = ({ id, trust }: FoundEntity) => trust === 'trusted' || depth === 0 || around.has(id)
  const sources = await connection.all(findSources, JSON.stringify(kept.map(({ id }) => id)), knownAt)
  return {
    entities: [...entities.values()].filter(isShown).toSorted(trustedFirst),
    facts: kept.map((row) => foundFact(row, entities, sources)).toSorted(trustedFirst),
    isCut: facts.size > mostFacts,
  }
}

function trustedFirst(left: { readonly trust: Trust }, right: { readonly trust: Trust }): number {
  return Number(left.trust === 'untrusted') - Number(right.trust === 'untrusted')
}

async function startAt(connection: Connection, graphs: readonly number[], id: number): Promise<readonly EntityRow[]> {
  const found = await readEntity(connection, id)
  const root = found?.root == null ? found : await readEntity(connection, found.root)
  return root === undefined || !graphs.includes(root.graph) ? [] : [root]
}

async function findNamed(
  connection: Connection,
  graphs: readonly number[],
  query: string,
  { type, count }: Pick<GraphQuery, 'type' | 'count'>,
): Promise<readonly EntityRow[]> {
  const rows = await connection.all(findByWords, JSON.stringify(graphs), JSON.stringify(entityWords(query)))
  const fitting = rows.filter((row) => type === undefined || row.type === type)
  const ranked = rankTexts(
    query,
    fitting.map(({ name }) => indexText([{ text: name, weight: 1 }])),
  ).flatMap(({ index }) => fitting[index] ?? [])
  const key = entityKey(query)
  const exact = ranked.filter((row) => row.key === key)
  const roots = new Map<number, EntityRow>()
  for (const row of exact.length > 0 ? exact : ranked) {
    if (roots.size >= count) break
    const root = row.root === null ? row : await readEntity(connection, row.root)
    if (root !== undefined && !roots.has(root.id)) roots.set(root.id, root)
  }
  return [...roots.values()]
}

function subjectOf(row: FactRow, depth: number): FoundEntity {
  return { id: row.subject, name: row.subject_name, type: row.subject_type, trust: row.trust, depth }
}

function objectOf(row: FactRow, depth: number): FoundEntity {
  return { id: row.object, name: row.object_name, type: row.object_type, trust: row.trust, depth }
}

function foundFact(
  row: FactRow,
  entities: ReadonlyMap<number, FoundEntity>,
  statements: readonly { readonly fact: number; readonly source: string; readonly quote: string }[],
): FoundFact {
  const own = statements.filter(({ fact }) => fact === row.id)
  return {
    id: row.id,
    subject: entities.get(row.subject) ?? subjectOf(row, 0),
    relation: row.relation,
    object: entities.get(row.object) ?? objectOf(row, 0),
    from: row.valid_from ?? undefined,
    to: row.valid_to ?? undefined,
    state: row.state,
    trust: row.trust,
    sources: [...new Set(own.map(({ source }) => source))].slice(0, 5),
    quote: own[0]?.quote ?? '',
  }
}
