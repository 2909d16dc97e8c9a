import type { Embedder } from '@drawbridge/core/model'
import type { visiblePlaces } from '@drawbridge/room/place'
import type { Database } from '@drawbridge/store/database'
import { expect, test } from 'vitest'
import { openPglite } from '../../../store/src/__fixtures__/open-pglite.ts'
import { writeNote } from '../document/memory-documents.ts'
import { syncIndex } from '../index/sync-index.ts'
import { memoryRoom } from '../room.ts'
import { createMeaningIndex } from '../search/find-by-meaning.ts'
import { openVectorExtension, vectorVersion } from './vector-extension.ts'

const rooms = [{ room: 'memory', migrations: memoryRoom.migrations ?? [], sealed: [] }]
const signal = new AbortController().signal
const [ada, eve] = ['ada', 'eve'].map((user) => ({ agent: 'default', user, project: '' })) as [Place, Place]
type Place = ReturnType<typeof visiblePlaces>[number]

/** A model that gives the same text the same direction, and no two texts near ones. */
function randomEmbedder(dimensions: number): Embedder {
  const vectorOf = (text: string) => {
    let state = [...text].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, 7)
    const values = Float32Array.from({ length: dimensions }, () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) | 0
      return (state >> 16) / 32_768
    })
    const length = Math.hypot(...values)
    return values.map((value) => value / length)
  }
  return { model: 'random', embed: async (texts) => ({ vectors: texts.map(vectorOf), model: 'random', dimensions }) }
}

async function openFilled(
  count: number,
): Promise<Database & { readonly engine: Awaited<ReturnType<typeof openPglite>>['engine'] }> {
  const database = await openPglite(rooms)
  await database.engine.exec('create extension vector')
  for (const place of [ada, eve]) {
    for (let index = 0; index < count; index += 1) {
      const text = `note ${index} of ${place.user}`
      await writeNote(database, { place, path: `memory/${index}.md`, text, label: { trust: 'trusted', source: '' } }, 1)
    }
  }
  return database
}

async function partitionOf(database: Database, place: Place) {
  const partition = await syncIndex(database, place)
  if (partition === undefined) throw new Error('The place has documents.')
  return partition
}

test('pgvector finds the nearest chunks of one user as an exact search does, also after changes and with other vectors', {
  timeout: 120_000,
}, async () => {
  await using database = await openFilled(300)
  const indexes = (dimensions: number) => ({
    extended: createMeaningIndex(randomEmbedder(dimensions), 'random', { mostCompared: 0 }),
    exact: createMeaningIndex(randomEmbedder(dimensions), 'random', { mostCompared: 1e9 }),
  })
  const compare = async ({ extended, exact }: ReturnType<typeof indexes>) => {
    const partitions = [await partitionOf(database, ada), await partitionOf(database, eve)] as const
    for (const partition of partitions) while ((await extended.embed(database, partition, signal)) > 0);
    let [same, all] = [0, 0]
    for (let query = 0; query < 20; query += 1) {
      const text = `question ${query}`
      const [near, wanted] = [
        (await extended.find(database, text, [partitions[0]], signal)).matches,
        (await exact.find(database, text, [partitions[0]], signal)).matches,
      ]
      const best = new Map(wanted.map(({ id, cosine }) => [id, cosine]))
      // A score is that of the exact search, and the order is by it.
      for (const { id, cosine } of near) if (best.has(id)) expect(cosine).toBeCloseTo(best.get(id) ?? 0, 6)
      expect(near.map(({ cosine }) => cosine)).toEqual(near.map(({ cosine }) => cosine).toSorted((a, b) => b - a))
      same += wanted.slice(0, 6).filter(({ id }) => near.slice(0, 6).some((match) => match.id === id)).length
      all += 6
      const others = await database.engine.query<{ id: number }>('select id from memory_chunks where partition <> $1', [
        partitions[0].id,
      ])
      const ids = new Set(others.rows.map(({ id }) => Number(id)))
      expect(near.filter(({ id }) => ids.has(id))).toEqual([])
    }
    expect(same / all).toBeGreaterThanOrEqual(0.95)
  }
  await compare(indexes(24))
  for (let index = 0; index < 50; index += 1)
    await writeNote(
      database,
      { place: ada, path: `memory/${index}.md`, text: `changed ${index}`, label: { trust: 'trusted', source: '' } },
      2,
    )
  await compare(indexes(24))
  // The model has other vectors now: the old ones are made again.
  await compare(indexes(40))
  const used = await database.engine.query<{ model: string }>(
    'select distinct model from memory_meanings order by model',
  )
  expect(used.rows).toEqual([{ model: 'random/24' }, { model: 'random/40' }])
})

test('its index is used for many vectors, and none of more dimensions than it takes is made', {
  timeout: 120_000,
}, async () => {
  await using database = await openFilled(5)
  const partition = await partitionOf(database, ada)
  expect(await openVectorExtension(database, 'wide', 5_000)).toBeUndefined()
  const extended = createMeaningIndex(randomEmbedder(24), "it's", { mostCompared: 0 })
  while ((await extended.embed(database, partition, signal)) > 0);
  expect((await extended.find(database, 'note', [partition], signal)).matches).toHaveLength(5)
  await database.engine.exec('set enable_seqscan = off; set enable_sort = off')
  const plan = await database.engine.query<{ 'QUERY PLAN': string }>(
    `explain select c.id from memory_meanings m join memory_chunks c on c.text_hash = m.text_hash
      where m.model = 'it''s/24' and c.partition = ${partition.id}
      order by m.meaning::halfvec(24) <=> '[${Array(24).fill(1)}]'::halfvec(24) limit 5`,
  )
  expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Index Scan using memory_meanings_[0-9a-f]{24}/)
})

test('without the extension, or before all vectors are there, and if it fails, this process compares them', {
  timeout: 120_000,
}, async () => {
  await using database = await openFilled(20)
  const partition = await partitionOf(database, ada)
  const find = (index = createMeaningIndex(randomEmbedder(8), 'random', { mostCompared: 0 })) =>
    index.find(database, 'note', [partition], signal)
  const early = await find()
  expect([early.matches.length, early.missing, early.problem]).toEqual([20, 0, undefined])
  const broken = createMeaningIndex(randomEmbedder(8), 'random', { mostCompared: 0 })
  while ((await broken.embed(database, partition, signal)) > 0);
  await database.engine.exec('alter table memory_meanings rename to elsewhere')
  const failed = await find(broken)
  expect([failed.matches.length, failed.problem]).toEqual([20, expect.stringContaining('pgvector failed')])
  await database.engine.exec('drop table elsewhere; drop extension vector')
  expect(await vectorVersion(database)).toBeUndefined()
  expect(await find()).toMatchObject({ missing: 0, problem: undefined, matches: { length: 20 } })
})
