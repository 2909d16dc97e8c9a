import type { Connection, Database } from '@drawbridge/store/database'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../../store/src/__fixtures__/describe-databases.ts'
import { writeNote } from '../document/memory-documents.ts'
import { keptVersions } from '../index/dropped-chunks.ts'
import { type Partition, syncIndex } from '../index/sync-index.ts'
import { memoryRoom } from '../room.ts'
import { createMeaningIndex } from '../search/find-by-meaning.ts'
import { createKeptVectors } from './kept-vectors.ts'

const rooms = [{ room: 'memory', migrations: memoryRoom.migrations ?? [], sealed: [] }]
const place = { agent: 'default', user: 'ada', project: '' }
const label = { trust: 'trusted', source: '' } as const
const signal = new AbortController().signal

const meanings = createMeaningIndex(
  {
    model: 'lengths',
    embed: async (texts) => ({
      vectors: texts.map((text) => Float32Array.from([text.length, 100])),
      model: 'lengths',
      dimensions: 2,
    }),
  },
  'lengths',
)

/** Writes a note, and brings the index and its vectors up to date. */
async function write(database: Database, name: string, text: string): Promise<Partition> {
  await writeNote(database, { place, path: `memory/${name}.md`, text, label }, 1)
  const partition = await syncIndex(database, place)
  if (partition === undefined) throw new Error('There is a note.')
  while ((await meanings.embed(database, partition, signal)) > 0);
  return partition
}

/** A connection that counts how often the ids of a whole partition are read. */
function countingReads(database: Database): Connection & { readonly whole: () => number } {
  let whole = 0
  const get: Connection['get'] = (statement, ...given) => {
    if (/json_agg\(id\)|json_group_array\(id\)/.test(statement.text[database.kind])) whole += 1
    return database.get(statement, ...given)
  }
  return Object.assign(Object.create(database) as Database, {
    kind: database.kind,
    all: database.all.bind(database),
    get,
    whole: () => whole,
  })
}

describeDatabases('the vectors that a process keeps', ({ open }) => {
  test('follow an edit of another process without reading the ids of all chunks, and a long absence with them', async () => {
    const [reading, writing] = [await open({ rooms }), await open({ rooms })]
    for (const name of ['a', 'b', 'c']) await write(writing, name, `# One\n\n${name}\n\n# Two\n\nmore of ${name}`)
    const kept = createKeptVectors('lengths')
    const connection = countingReads(reading)
    const look = async (partition: Partition) => {
      const { rows, missing } = await kept.read(connection, partition, 2)
      const found = rows.nearest(Float32Array.from([1, 0]), 100).map(({ id }) => id)
      return { count: found.length, distinct: new Set(found).size, missing }
    }
    expect(await look(await write(writing, 'd', 'of d'))).toEqual({ count: 7, distinct: 7, missing: 0 })
    await write(writing, 'b', '# One\n\nb changed')
    await write(writing, 'c', 'c')
    expect(await look(await write(writing, 'd', 'other words of d'))).toEqual({ count: 5, distinct: 5, missing: 0 })
    expect(connection.whole()).toBe(0)
    let last: Partition | undefined
    for (let edit = 0; edit < keptVersions; edit += 1) {
      await writeNote(writing, { place, path: 'memory/a.md', text: `edit ${edit}`, label }, 1)
      last = await syncIndex(writing, place)
    }
    if (last === undefined) throw new Error('There is a note.')
    while ((await meanings.embed(writing, last, signal)) > 0);
    expect(await look(last)).toEqual({ count: 4, distinct: 4, missing: 0 })
    expect(connection.whole()).toBe(1)
  })
})
