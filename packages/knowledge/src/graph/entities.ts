import type { Trust } from '@drawbridge/core'
import { type Connection, statement, type Transaction } from '@drawbridge/store/database'
import { areAlike, entityKey, entityWords } from './entity-name.ts'
import type { LockedGraph } from './open-graph.ts'

/** A named thing. */
export interface NamedEntity {
  readonly name: string
  /** E.g. `person` or `project`. */
  readonly type: string
}

/** An entity as it is kept. */
export interface EntityRow {
  readonly id: number
  readonly graph: number
  readonly trust: Trust
  readonly type: string
  readonly key: string
  readonly name: string
  /** The entity that it was merged into; null if it stands for itself. */
  readonly root: number | null
}

const columns = 'id, graph, trust, type, key, name, root'
const findByKey = statement<[graph: number, trust: string, type: string, key: string], EntityRow>(
  `select ${columns} from knowledge_entities where graph = $1 and trust = $2 and type = $3 and key = $4`,
)
const findById = statement<[id: number], EntityRow>(`select ${columns} from knowledge_entities where id = $1`)
const addEntity = statement<
  [graph: number, trust: string, type: string, key: string, name: string, root: number | null, now: number]
>(
  `insert into knowledge_entities (graph, trust, type, key, name, root, recorded_at) values ($1, $2, $3, $4, $5, $6, $7)`,
)
const addWord = statement<[graph: number, word: string, entity: number]>(
  'insert into knowledge_words (graph, word, entity) values ($1, $2, $3) on conflict do nothing',
)
const findNeighbours = statement<[graph: number, trust: string, type: string, words: string], EntityRow>({
  sqlite: `select ${columns} from knowledge_entities e join (
      select entity, count(*) as shared from knowledge_words
      where graph = $1 and word in (select value from json_each($4)) group by entity order by shared desc, entity limit 200
    ) w on w.entity = e.id where e.graph = $1 and e.trust = $2 and e.type = $3 order by e.id`,
  postgres: `select ${columns} from knowledge_entities e join (
      select entity, count(*) as shared from knowledge_words
      where graph = $1 and word in (select value from json_array_elements_text($4::json) as given (value))
      group by entity order by shared desc, entity limit 200
    ) w on w.entity = e.id where e.graph = $1 and e.trust = $2 and e.type = $3 order by e.id`,
})
const addMerge = statement<[graph: number, entity: number, root: number, by: string, reason: string, now: number]>(
  'insert into knowledge_merges (graph, entity, root, made_by, reason, made_at) values ($1, $2, $3, $4, $5, $6)',
)
const endMerge = statement<[entity: number, now: number]>(
  'update knowledge_merges set undone_at = $2 where entity = $1 and undone_at is null',
)
/** Directly or by others, whatever their entity was merged into later. */
const findMergedInto = statement<[graph: number, entity: number], { id: number }>(
  `with recursive merged (id) as (
      select entity from knowledge_merges where graph = $1 and root = $2 and undone_at is null
      union select m.entity from knowledge_merges m join merged on m.root = merged.id
        where m.graph = $1 and m.undone_at is null
    ) select id from merged`,
)
const setRoot = statement<[entity: number, root: number | null]>(
  'update knowledge_entities set root = $2 where id = $1',
)
const moveRoots = statement<[from: number, to: number]>('update knowledge_entities set root = $2 where root = $1')

/** Reads one entity, of whichever graph. */
export async function readEntity(connection: Connection, id: number): Promise<EntityRow | undefined> {
  return connection.get(findById, id)
}

/**
 * Returns the entity of a name, which is added if there is none. A new name that is nearly that of another entity is merged into it; the
 * merge is kept and can be undone. Entities of different owners, types or trust are never one.
 */
export async function ensureEntity(
  transaction: Transaction,
  graph: LockedGraph,
  trust: Trust,
  { name, type }: NamedEntity,
): Promise<EntityRow> {
  const key = entityKey(name)
  const known = await transaction.get(findByKey, graph.id, trust, type, key)
  if (known !== undefined) return known
  const words = entityWords(name)
  const neighbours = await transaction.all(findNeighbours, graph.id, trust, type, JSON.stringify(words))
  const twin = neighbours.find((other) => areAlike(other.key, key))
  const root = twin === undefined ? null : (twin.root ?? twin.id)
  await transaction.run(addEntity, graph.id, trust, type, key, name.trim().replaceAll(/\s+/g, ' '), root, graph.now)
  const added = await transaction.get(findByKey, graph.id, trust, type, key)
  if (added === undefined) throw new Error('The entity was removed while it was added.')
  for (const word of words) await transaction.run(addWord, graph.id, word, added.id)
  if (root !== null) {
    await transaction.run(addMerge, graph.id, added.id, root, 'drawbridge', 'the names are nearly the same', graph.now)
  }
  return added
}

/** Merges an entity, with all that was merged into it, into another one. */
export async function mergeInto(
  transaction: Transaction,
  graph: LockedGraph,
  {
    entity,
    root,
    by,
    reason,
  }: { readonly entity: number; readonly root: number; readonly by: string; readonly reason: string },
): Promise<void> {
  await transaction.run(moveRoots, entity, root)
  await transaction.run(setRoot, entity, root)
  await transaction.run(addMerge, graph.id, entity, root, by, reason, graph.now)
}

/** Lets an entity stand for itself again, and for those that were merged into it. Resolves to all of them. */
export async function unmerge(
  transaction: Transaction,
  graph: LockedGraph,
  entity: number,
): Promise<readonly number[]> {
  await transaction.run(setRoot, entity, null)
  await transaction.run(endMerge, entity, graph.now)
  const merged = (await transaction.all(findMergedInto, graph.id, entity)).map(({ id }) => id)
  for (const id of merged) await transaction.run(setRoot, id, entity)
  return [entity, ...merged]
}
