import type { Embedder } from '@drawbridge/core/model'
import { projectOf, visiblePlaces } from '@drawbridge/room/place'
import { createAgentStore } from '@drawbridge/store/agent'
import type { Database } from '@drawbridge/store/database'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../../store/src/__fixtures__/describe-databases.ts'
import { forgetDocument } from '../document/forget-document.ts'
import { labelDocument, removeNoteAt, writeNote } from '../document/memory-documents.ts'
import { saveDocument } from '../document/save-document.ts'
import { createOfflineEmbedder, offlineModel, offlineOptions } from '../offline/offline-embedder.ts'
import { memoryRoom } from '../room.ts'
import { createMeaningIndex, type MeaningIndex } from './find-by-meaning.ts'
import { searchMemory } from './search-memory.ts'

const rooms = [{ room: 'memory', migrations: memoryRoom.migrations ?? [], sealed: [] }]
const clock = { now: () => 1_000 }
const trusted = { trust: 'trusted', source: '' } as const
const signal = new AbortController().signal
const ada = visiblePlaces({ user: 'ada' }, '')
const own = { agent: 'default', user: 'ada', project: '' }
const shared = { agent: 'default', user: '', project: '' }

async function find(database: Database, query: string, places = ada, meanings?: MeaningIndex) {
  const { hits } = await searchMemory({ database, meanings, meaningWeight: 1 }, places, { query, count: 6 }, signal)
  return hits.map(({ path, firstLine }) => `${path}:${firstLine}`)
}

describeDatabases('memory', ({ open }) => {
  test('finds a note by its words, its heading and its path, and says how well', async () => {
    const database = await open({ rooms })
    await writeNote(
      database,
      { place: own, path: 'memory/db.md', text: '# Pools\n\nTwenty connections.\n', label: trusted },
      1,
    )
    await writeNote(database, { place: own, path: 'memory/tea.md', text: 'Green tea at four.', label: trusted }, 1)
    expect(await find(database, 'connections')).toEqual(['memory/db.md:1'])
    expect(await find(database, 'pools')).toEqual(['memory/db.md:1'])
    expect(await find(database, 'db.md')).toEqual(['memory/db.md:1'])
    expect(await find(database, 'coffee')).toEqual([])
    const result = await searchMemory({ database, meaningWeight: 1 }, ada, { query: 'green teapot', count: 6 }, signal)
    expect(result.degraded).toMatch(/meanings are turned off/)
    expect(result.hits.map(({ quality }) => quality)).toEqual(['weak'])
  })

  test('finds the note in Chinese, Japanese, German or code among all of them, by words, parts of words and identifiers', async () => {
    const database = await open({ rooms })
    const notes = {
      zh: '数据库连接池的超时设置',
      ja: 'データベース接続のタイムアウト',
      de: 'Verbindungszeitüberschreitung beim Anmelden',
      road: 'Regeln im Straßenverkehr',
      field: 'the field retry_after_ms',
      path: 'see packages/store/sqlite.ts',
      quoted: 'it\'s in $HOME/.config "now"',
      other: 'something else, in plain words',
    }
    for (const [name, text] of Object.entries(notes))
      await writeNote(database, { place: own, path: `memory/${name}.md`, text, label: trusted }, 1)
    const first = async (query: string) => [query, (await find(database, query))[0]]
    for (const [query, name] of [
      ...['数据', '连接', '连接池', '超时'].map((query) => [query, 'zh'] as const),
      ...['接続', 'タイム', 'ﾀｲﾑｱｳﾄ', 'データベース'].map((query) => [query, 'ja'] as const),
      ...['zeitüber', 'zeituber', 'VERBINDUNGSZEITÜBERSCHREITUNG', 'Anmelden'].map((query) => [query, 'de'] as const),
      ...['strassenverkehr', 'Straßenverkehr', 'STRASSENVERKEHR'].map((query) => [query, 'road'] as const),
      ...['retry_after', 'retryAfter', 'retry_after_ms'].map((query) => [query, 'field'] as const),
      ...['store/sqlite', 'packages/store/sqlite.ts', 'sqlite'].map((query) => [query, 'path'] as const),
      ["it's $HOME/.config", 'quoted'] as const,
    ])
      expect(await first(query)).toEqual([query, `memory/${name}.md:1`])
  })

  test('takes operators of the query language for text', async () => {
    const database = await open({ rooms })
    await writeNote(database, { place: own, path: 'memory/a.md', text: 'alpha beta', label: trusted }, 1)
    for (const query of [
      'alpha" OR "x',
      'alpha*',
      'NOT alpha',
      '-alpha',
      'words:alpha',
      'NEAR(alpha)',
      "alpha' or 1=1 --",
    ]) {
      expect(await find(database, query)).toEqual(['memory/a.md:1'])
    }
    expect(await find(database, '" *^() :')).toEqual([])
  })

  test('never shows the notes of another user, agent or project', async () => {
    const database = await open({ rooms })
    const project = projectOf('/srv/shop')
    const notes = [
      { place: { ...own, user: 'eve' }, text: 'secret of eve' },
      { place: { ...own, agent: 'other' }, text: 'secret of another agent' },
      { place: { ...own, project }, text: 'secret of the shop' },
      { place: shared, text: 'secret for all' },
    ]
    for (const [index, { place, text }] of notes.entries()) {
      await writeNote(database, { place, path: `memory/${index}.md`, text, label: trusted }, 1)
    }
    expect(await find(database, 'secret')).toEqual(['memory/3.md:1'])
    expect(await find(database, 'secret', visiblePlaces({ user: 'ada' }, project))).toEqual([
      'memory/2.md:1',
      'memory/3.md:1',
    ])
    expect(await find(database, 'secret', visiblePlaces({ user: 'eve' }, ''))).toEqual([
      'memory/0.md:1',
      'memory/3.md:1',
    ])
  })

  test('follows changes of a kept agent by any process, and hides what the user has hidden', async () => {
    const database = await open({ rooms })
    const other = await open({ rooms })
    const agents = createAgentStore(other)
    await agents.create(
      { id: 'helper', type: 'open', createdMs: 1 },
      { memory: { 'MEMORY.md': 'Likes herrings.', 'memory/x.md': 'Herrings at noon.' } },
    )
    const places = visiblePlaces({ agent: 'helper', user: 'ada' }, '')
    expect((await find(database, 'herrings', places)).toSorted()).toEqual(['MEMORY.md:1', 'memory/x.md:1'])
    const [place = own] = places
    await saveDocument(other, { place, path: 'MEMORY.md', text: 'Likes plums.', label: trusted }, clock)
    expect(await find(database, 'herrings', places)).toEqual(['memory/x.md:1'])
    expect(await find(database, 'plums', places)).toEqual(['MEMORY.md:1'])
    expect(await find(database, 'herrings', visiblePlaces({ agent: 'helper', user: 'eve' }, ''))).toHaveLength(2)
    expect((await forgetDocument(other, places, 'memory/x.md', clock)).paths).toEqual(['memory/x.md'])
    expect(await find(database, 'herrings', places)).toEqual([])
    await agents.remove('helper')
    expect(await find(database, 'plums', places)).toEqual([])
  })

  test('leaves no chunk of a note that was changed or removed, nor its words in the frequencies', async () => {
    const database = await open({ rooms })
    const write = (text: string) => writeNote(database, { place: own, path: 'memory/a.md', text, label: trusted }, 1)
    await write('# One\nalpha\n# Two\nbeta')
    expect(await find(database, 'alpha beta')).toHaveLength(2)
    await write('gamma')
    expect(await find(database, 'alpha beta')).toEqual([])
    expect(await find(database, 'gamma')).toEqual(['memory/a.md:1'])
    await removeNoteAt(database, own, 'memory/a.md')
    expect(await find(database, 'gamma')).toEqual([])
    const frequencies = { text: { sqlite: countAll, postgres: countAll } }
    expect(await database.get<[], { count: number }>(frequencies)).toEqual({ count: 0 })
  })

  test('shows untrusted notes behind trusted ones, few of them, until a person vouches', async () => {
    const database = await open({ rooms })
    for (const name of ['a', 'b', 'c']) {
      const label = { trust: 'untrusted', source: `https://${name}.example` } as const
      await writeNote(database, { place: own, path: `memory/${name}.md`, text: `deploy deploy to ${name}`, label }, 1)
    }
    await writeNote(
      database,
      { place: own, path: 'memory/mine.md', text: 'we deploy rarely, on Mondays', label: trusted },
      1,
    )
    expect((await find(database, 'deploy'))[0]).toBe('memory/mine.md:1')
    expect(await find(database, 'deploy')).toHaveLength(3)
    for (const name of ['a', 'b', 'c']) await labelDocument(database, own, `memory/${name}.md`, trusted)
    expect(await find(database, 'deploy')).toHaveLength(4)
  })

  test('two processes that index at once leave one chunk each', async () => {
    const [left, right] = [await open({ rooms }), await open({ rooms })]
    for (let index = 0; index < 30; index += 1) {
      await writeNote(left, { place: own, path: `memory/${index}.md`, text: `note${index} common`, label: trusted }, 1)
    }
    await Promise.all([find(left, 'common'), find(right, 'common')])
    const chunks = { text: { sqlite: countChunks, postgres: countChunks } }
    expect(await left.get<[], { count: number }>(chunks)).toEqual({ count: 30 })
    expect((await find(right, 'note7'))[0]).toBe('memory/7.md:1')
  })

  test('finds by meaning what shares no word, and by words alone if the model fails', async () => {
    const database = await open({ rooms })
    await writeNote(database, { place: own, path: 'memory/cat.md', text: 'the cat sleeps', label: trusted }, 1)
    await writeNote(database, { place: own, path: 'memory/tax.md', text: 'pay taxes in May', label: trusted }, 1)
    const embedder = animalEmbedder()
    const index = createMeaningIndex(embedder, 'animals')
    expect((await find(database, 'kitten', ada, index))[0]).toBe('memory/cat.md:1')
    expect(embedder.embedded).toEqual(
      [['kitten'], ['pay taxes in May', 'the cat sleeps']].map((texts) => expect.arrayContaining(texts)),
    )
    await find(database, 'kitten', ada, index)
    expect(embedder.embedded).toHaveLength(3)
    const failing: Embedder = { model: 'broken', embed: () => Promise.reject(new Error('overloaded')) }
    const result = await searchMemory(
      { database, meanings: createMeaningIndex(failing, 'broken'), meaningWeight: 1 },
      ada,
      { query: 'taxes', count: 6 },
      signal,
    )
    expect(result.hits.map(({ path }) => path)).toEqual(['memory/tax.md'])
    expect(result.degraded).toMatch(/overloaded/)
  })

  test('without a model, the vectors that come with Drawbridge find other words for the same, and call no match good', async () => {
    const database = await open({ rooms })
    for (const [path, text] of Object.entries({
      'memory/car.md': 'The car needs a new engine and brakes.',
      'memory/soup.md': 'Boil the carrots with onions and pepper.',
      'memory/de.md': 'Die Rechnung ist zu bezahlen.',
    }))
      await writeNote(database, { place: own, path, text, label: trusted }, 1)
    const meanings = createMeaningIndex(createOfflineEmbedder(), offlineModel, offlineOptions)
    const ask = (query: string) =>
      searchMemory({ database, meanings, meaningWeight: 0 }, ada, { query, count: 6 }, signal)
    const { hits, degraded } = await ask('automobile repair')
    expect(hits.map(({ path, quality }) => [path, quality])).toEqual([['memory/car.md', 'weak']])
    expect(degraded).toBeUndefined()
    expect((await ask('vegetables cooking')).hits.map(({ path }) => path)).toEqual(['memory/soup.md'])
    expect((await ask('Rechnung')).hits.map(({ path, quality }) => [path, quality])).toEqual([
      ['memory/de.md', 'strong'],
    ])
    expect((await ask('qwxz')).hits).toEqual([])
  })

  test('words and meanings that each mislead half of the questions are better together than either alone', async () => {
    const database = await open({ rooms })
    const subjects = Array.from({ length: 24 }, (_, index) => index)
    for (const subject of subjects) {
      // The word of a question about an even subject is the heading of the note about another.
      const other = (subject + 12) % 24
      const heading = other % 2 === 0 ? `# topic${other}\n\n` : ''
      const text = `${heading}at ${subject}: topic${subject} with words of its own`
      await writeNote(database, { place: own, path: `memory/${subject}.md`, text, label: trusted }, 1)
    }
    const meanings = createMeaningIndex(circleEmbedder(subjects.length), 'circle')
    const rankOf = async (subject: number, weight: number, index: MeaningIndex | undefined) => {
      const search = { database, meanings: index, meaningWeight: weight }
      const { hits } = await searchMemory(search, ada, { query: `topic${subject}`, count: 24 }, signal)
      return hits.findIndex(({ path }) => path === `memory/${subject}.md`)
    }
    let [words, vectors, fused] = [0, 0, 0]
    for (const subject of subjects) {
      words += gain(await rankOf(subject, 1, undefined))
      vectors += gain(await rankOf(subject, 1_000, meanings))
      fused += gain(await rankOf(subject, 1, meanings))
    }
    expect(fused).toBeGreaterThan(words)
    expect(fused).toBeGreaterThan(vectors)
  })
})

/** The gain of the only right result at a place, from 0; of none, for -1. */
function gain(place: number): number {
  return place < 0 ? 0 : 1 / Math.log2(place + 2)
}

/** A model of known geometry: subjects stand on a circle. It takes each odd subject for the fourth one after it. */
function circleEmbedder(count: number): Embedder {
  return {
    model: 'circle',
    embed: async (texts, _signal) => {
      const vectors = texts.map((text) => {
        const note = /at (\d+):/.exec(text)?.[1]
        const isQuery = note === undefined
        const subject = Number(note ?? /\d+/.exec(text)?.[0] ?? 0)
        const angle = (2 * Math.PI * (subject + (isQuery && subject % 2 === 1 ? 4 : 0))) / count
        return Float32Array.from([Math.cos(angle), Math.sin(angle)])
      })
      return { vectors, model: 'circle', dimensions: 2 }
    },
  }
}

const countAll = 'select count(*) as count from memory_frequencies'
const countChunks = 'select count(*) as count from memory_chunks'

/** A model that knows animals from taxes. */
function animalEmbedder(): Embedder & { readonly embedded: string[][] } {
  const embedded: string[][] = []
  return {
    model: 'animals',
    embedded,
    embed: async (texts) => {
      embedded.push([...texts])
      const vectors = texts.map((text) => Float32Array.from(/cat|kitten/.test(text) ? [1, 0] : [0, 1]))
      return { vectors, model: 'animals', dimensions: 2 }
    },
  }
}
