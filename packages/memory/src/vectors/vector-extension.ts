import { type Connection, type Database, type Statement, statement } from '@drawbridge/store/database'
import { hashText } from '../index/index-chunk.ts'
import type { Partition } from '../index/sync-index.ts'
import { packVector } from './pack-vector.ts'
import type { MeaningMatch } from './vector-rows.ts'

/**
 * The vectors of one model and length in the extension pgvector, for partitions with more than a process should compare. The table is
 * a copy that can be made again: `memory_vectors` stays the place of vectors.
 */
export interface VectorExtension {
  /** Copies vectors of a partition that the table does not have yet. Resolves to how many. */
  copy(database: Database, partition: Partition, most: number): Promise<number>
  /** Returns the nearest chunks of a partition, best first; undefined if not all of its chunks are in the table yet. */
  nearest(
    database: Database,
    partition: Partition,
    query: Float32Array,
    count: number,
  ): Promise<readonly MeaningMatch[] | undefined>
}

/** The longest vector that an index of the extension takes. */
const longestIndexed = 4_000
/** The oldest version that goes on along the index until enough chunks of the partition are found. */
const oldest = [0, 8] as const

const findVersion = statement<[], { extversion: string }>(
  "select extversion from pg_extension where extname = 'vector'",
)

/** Says which version of pgvector a database has, if it is new enough; undefined if there is none, and for SQLite. */
export async function vectorVersion(connection: Connection): Promise<string | undefined> {
  if (connection.kind !== 'postgres') return undefined
  const { extversion } = (await connection.get(findVersion)) ?? {}
  const [major = 0, minor = 0] = extversion?.split('.').map(Number) ?? []
  return major > oldest[0] || (major === oldest[0] && minor >= oldest[1]) ? extversion : undefined
}

/** Opens the vectors of a model in the extension; undefined if the database has none, or its indexes cannot have so many dimensions. */
export async function openVectorExtension(
  database: Database,
  model: string,
  dimensions: number,
): Promise<VectorExtension | undefined> {
  if (dimensions > longestIndexed || (await vectorVersion(database)) === undefined) return undefined
  const statements = statementsFor(`${model}/${dimensions}`, dimensions)
  await database.transaction(async (transaction) => {
    for (const each of statements.create) await transaction.run(each)
  })
  /** The versions at which a partition had all of its vectors in the table. */
  const complete = new Map<number, number>()

  return {
    copy: async (database, { id }, most) => {
      const rows = await database.all(statements.missing, model, id, dimensions, most)
      if (rows.length === 0) return 0
      const copied = rows.map(({ text_hash: hash, vector }) => ({ hash, vector: textOf(new Int8Array(vector)) }))
      await database.run(statements.add, JSON.stringify(copied))
      return rows.length
    },
    nearest: async (database, partition, query, count) => {
      if (complete.get(partition.id) !== partition.version) {
        if ((await database.get(statements.lacking, partition.id)) !== undefined) return undefined
        complete.set(partition.id, partition.version)
      }
      const rows = await database.transaction(async (transaction) => {
        await transaction.all(goOn)
        return transaction.all(statements.nearest, textOf(packVector(query)), partition.id, count)
      })
      return rows.map(({ id, distance }) => ({ id, cosine: 1 - distance }))
    },
  }
}

/** The index is followed, in the order of distance, until enough chunks of the partition were found. */
const goOn = statement<[], object>(
  "select set_config('hnsw.iterative_scan', 'strict_order', true), set_config('hnsw.ef_search', '200', true)",
)

/** Values are kept as whole numbers, which a half has exactly, so that cosines are those of an exact search. */
function textOf(values: Int8Array): string {
  return `[${values.join(',')}]`
}

interface ExtensionStatements {
  readonly create: readonly Statement<[], never>[]
  readonly missing: Statement<
    [model: string, partition: number, dimensions: number, most: number],
    { text_hash: string; vector: Uint8Array }
  >
  readonly add: Statement<[rows: string], never>
  readonly lacking: Statement<[partition: number], { found: number }>
  readonly nearest: Statement<[query: string, partition: number, count: number], { id: number; distance: number }>
}

/** The model is written out: an index of one model is only used if the statement names it. */
function statementsFor(name: string, dimensions: number): ExtensionStatements {
  const key = `'${name.replaceAll("'", "''").replaceAll('\0', '')}'`
  const vector = `halfvec(${dimensions})`
  const distance = `m.meaning::${vector} <=> $1::${vector}`
  const postgres = <Parameters extends readonly (string | number)[], Row>(text: string) =>
    statement<Parameters, Row>({ sqlite: '', postgres: text })
  return {
    create: [
      postgres(`create table if not exists memory_meanings (
        model text not null, text_hash text not null, meaning halfvec not null, primary key (model, text_hash)
      )`),
      postgres('create index if not exists memory_meanings_text on memory_meanings (text_hash)'),
      postgres(`create index if not exists memory_meanings_${hashText(key).slice(0, 24)} on memory_meanings
        using hnsw ((meaning::${vector}) halfvec_cosine_ops) where model = ${key}`),
    ],
    missing: postgres(`select distinct v.text_hash, v.vector from memory_chunks c
      join memory_vectors v on v.model = $1 and v.text_hash = c.text_hash
      where c.partition = $2 and length(v.vector) = $3::int
        and not exists (select 1 from memory_meanings m where m.model = ${key} and m.text_hash = c.text_hash)
      limit $4::int`),
    add: postgres(`insert into memory_meanings (model, text_hash, meaning)
      select ${key}, row ->> 'hash', (row ->> 'vector')::${vector} from json_array_elements($1::json) as given (row)
      on conflict (model, text_hash) do nothing`),
    lacking: postgres(`select 1 as found where exists (select 1 from memory_chunks c where c.partition = $1
      and not exists (select 1 from memory_meanings m where m.model = ${key} and m.text_hash = c.text_hash))`),
    nearest: postgres(`select c.id, ${distance} as distance from memory_meanings m
      join memory_chunks c on c.text_hash = m.text_hash
      where m.model = ${key} and c.partition = $2 order by ${distance} limit $3::int`),
  }
}
