import { visiblePlaces } from '@drawbridge/room/place'
import type { Database } from '@drawbridge/store/database'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../../store/src/__fixtures__/describe-databases.ts'
import { knowledgeRoom } from '../room.ts'
import { mergeEntities, undoMerge, vouchForSource, withdrawSource } from './change-graph.ts'
import { findGraphId } from './open-graph.ts'
import { type FactSource, recordFacts, type StatedFact } from './record-facts.ts'
import { type GraphQuery, searchGraph } from './search-graph.ts'

const rooms = [{ room: 'knowledge', migrations: knowledgeRoom.migrations ?? [], sealed: [] }]
const own = { agent: 'default', user: 'ada', project: '' }
const note: FactSource = { source: 'note', trust: 'trusted' }

function fact(line: string, more: Partial<StatedFact> = {}): StatedFact {
  const [subject = '', relation = '', object = ''] = line.split(' > ')
  return {
    subject: { name: subject, type: 'concept' },
    relation,
    object: { name: object, type: 'concept' },
    from: 0,
    to: undefined,
    quote: '',
    confidence: 1,
    ...more,
  }
}

async function find(database: Database, query: string, more: Partial<GraphQuery> = {}, places = [own]) {
  const ids = await Promise.all(places.map((place) => findGraphId(database, place)))
  const known = ids.filter((id) => id !== undefined)
  return searchGraph(database, known, { query, depth: 1, asOf: 1_000, count: 10, ...more })
}

async function linesOf(database: Database, query: string, more: Partial<GraphQuery> = {}, places = [own]) {
  const { facts } = await find(database, query, more, places)
  return facts.map(({ subject, relation, object }) => `${subject.name} > ${relation} > ${object.name}`).toSorted()
}

describeDatabases('a graph of facts', ({ open }) => {
  test('is searched by name and followed as far as asked, also around a circle', async () => {
    const database = await open({ rooms })
    const circle = ['a1 > leads_to > b1', 'b1 > leads_to > c1', 'c1 > leads_to > a1', 'c1 > leads_to > d1']
    await recordFacts(
      database,
      own,
      circle.map((line) => fact(line)),
      note,
      1,
    )
    expect(await linesOf(database, 'a1', { depth: 0 })).toEqual([])
    expect(await linesOf(database, 'a1')).toEqual(['a1 > leads_to > b1', 'c1 > leads_to > a1'])
    expect(await linesOf(database, 'A1', { depth: 5 })).toEqual(circle.toSorted())
    const { entities } = await find(database, 'd1')
    const [start] = entities
    expect(await linesOf(database, '', { query: undefined, entity: start?.id })).toEqual(['c1 > leads_to > d1'])
    expect(await linesOf(database, 'a1', { type: 'person' })).toEqual([])
  })

  test('ends a fact of a single relation where the next begins, and knows what it knew before', async () => {
    const database = await open({ rooms })
    await recordFacts(database, own, [fact('Ada > lives_in > Bonn', { from: 10 })], note, 100)
    await recordFacts(database, own, [fact('Ada > lives_in > Berlin', { from: 50 })], note, 200)
    expect(await linesOf(database, 'Ada', { asOf: 60 })).toEqual(['Ada > lives_in > Berlin'])
    expect(await linesOf(database, 'Ada', { asOf: 49 })).toEqual(['Ada > lives_in > Bonn'])
    expect(await linesOf(database, 'Ada', { asOf: 60, knownAt: 150 })).toEqual(['Ada > lives_in > Bonn'])
    expect(await linesOf(database, 'Ada', { asOf: 9 })).toEqual([])
    const [recorded] = await recordFacts(database, own, [fact('Ada > lives_in > Rome', { from: 50 })], note, 300)
    expect(recorded?.state).toBe('conflict')
    expect(await linesOf(database, 'Ada', { asOf: 60 })).toHaveLength(2)
  })

  test('keeps many objects of any other relation, unless it is said to be single', async () => {
    const database = await open({ rooms })
    const facts = [fact('Ada > works_at > Acme'), fact('Ada > works_at > Blue', { from: 5 })]
    await recordFacts(database, own, facts, note, 1)
    expect(await linesOf(database, 'Ada')).toHaveLength(2)
    await recordFacts(database, own, [fact('Ada > works_at > Coal', { from: 9, kind: 'single' })], note, 2)
    expect(await linesOf(database, 'Ada')).toEqual(['Ada > works_at > Coal'])
  })

  test('is never seen or changed by another user, agent or project', async () => {
    const database = await open({ rooms })
    const eve = { ...own, user: 'eve' }
    await recordFacts(database, own, [fact('Ada > works_at > Acme')], note, 1)
    await recordFacts(database, eve, [fact('Eve > works_at > Acme')], note, 1)
    expect(await linesOf(database, 'Acme')).toEqual(['Ada > works_at > Acme'])
    expect(await linesOf(database, 'Acme', {}, [eve])).toEqual(['Eve > works_at > Acme'])
    expect(await linesOf(database, 'Acme', {}, [...visiblePlaces({ user: 'zoe' }, '')])).toEqual([])
    const { entities } = await find(database, 'Acme')
    const acme = entities.find(({ depth }) => depth === 0)?.id ?? 0
    expect(await linesOf(database, '', { query: undefined, entity: acme }, [eve])).toEqual([])
    const theirs = (await find(database, 'Eve', {}, [eve])).entities[0]?.id ?? 0
    const merge = { entity: theirs, into: acme, by: 'eve', reason: '' }
    expect(await mergeEntities(database, eve, merge, 2)).toBe('unknown')
    expect(await mergeEntities(database, own, merge, 2)).toBe('unknown')
    expect(await withdrawSource(database, { ...own, user: 'zoe' }, 'note', 2)).toBe(0)
  })

  test("lets no stranger's fact end a trusted one or join its entity, and makes it trusted if a person vouches", async () => {
    const database = await open({ rooms })
    const page: FactSource = { source: 'https://x.example', trust: 'untrusted' }
    await recordFacts(database, own, [fact('Ada > lives_in > Bonn')], note, 1)
    await recordFacts(database, own, [fact('Ada > lives_in > Hell', { from: 50 })], page, 2)
    await recordFacts(database, own, [fact('Ada > knows > Eve', { kind: 'single' })], page, 2)
    const { facts } = await find(database, 'Ada')
    expect(facts.map(({ object, trust }) => `${object.name} ${trust}`)).toEqual([
      'Bonn trusted',
      'Hell untrusted',
      'Eve untrusted',
    ])
    await vouchForSource(database, own, 'https://x.example', 3)
    expect(await linesOf(database, 'Ada')).toEqual(['Ada > knows > Eve', 'Ada > lives_in > Hell'])
    expect(await withdrawSource(database, own, 'https://x.example', 4)).toBe(2)
    expect(await linesOf(database, 'Ada')).toEqual(['Ada > lives_in > Bonn'])
    expect(await linesOf(database, 'Ada', { knownAt: 3 })).toHaveLength(2)
  })

  test('gives an entity back what was merged into it, when its own merge into a third one is undone', async () => {
    const database = await open({ rooms })
    const lines = ['Ann > knows > Zed', 'Bea > knows > Yan', 'Cid > knows > Xim']
    const recorded = lines.map((line) => fact(line))
    await recordFacts(database, own, recorded, note, 1)
    const idOf = async (name: string) => (await find(database, name)).entities[0]?.id ?? 0
    const [ann, bea, cid] = [await idOf('Ann'), await idOf('Bea'), await idOf('Cid')]
    const merge = { by: 'ada', reason: '' }
    expect(await mergeEntities(database, own, { ...merge, entity: ann, into: bea }, 2)).toBeUndefined()
    expect(await mergeEntities(database, own, { ...merge, entity: bea, into: cid }, 3)).toBeUndefined()
    await recordFacts(database, own, [fact('Ann > likes > Tea')], note, 4)
    expect(await linesOf(database, 'Ann')).toHaveLength(4)
    expect(await undoMerge(database, own, bea, 5)).toBeUndefined()
    expect(await linesOf(database, 'Cid')).toEqual(['Cid > knows > Xim'])
    expect(await linesOf(database, 'Ann')).toEqual(['Bea > knows > Yan', 'Bea > knows > Zed', 'Bea > likes > Tea'])
    expect(await undoMerge(database, own, ann, 6)).toBeUndefined()
    expect(await linesOf(database, 'Ann')).toEqual(['Ann > knows > Zed', 'Ann > likes > Tea'])
    expect(await linesOf(database, 'Bea')).toEqual(['Bea > knows > Yan'])
  })

  test('does not learn what a job was asked for before its source was withdrawn, also if nothing was known of it', async () => {
    const database = await open({ rooms })
    const asked = { ...note, askedMs: 5 }
    expect(await withdrawSource(database, own, 'note', 5)).toBe(0)
    expect(await recordFacts(database, own, [fact('Ada > works_at > Acme')], asked, 6)).toEqual([])
    expect(await linesOf(database, 'Ada')).toEqual([])
    const eve = { ...own, user: 'eve' }
    await recordFacts(database, eve, [fact('Eve > works_at > Acme')], asked, 6)
    expect(await linesOf(database, 'Eve', {}, [eve])).toHaveLength(1)
    await recordFacts(database, own, [fact('Ada > works_at > Acme')], { ...note, askedMs: 6 }, 7)
    expect(await linesOf(database, 'Ada')).toHaveLength(1)
    // To vouch for a source is not to forget it.
    await recordFacts(database, own, [fact('Ada > knows > Bob')], { source: 'page', trust: 'untrusted' }, 8)
    await vouchForSource(database, own, 'page', 9)
    await recordFacts(database, own, [fact('Ada > knows > Cid')], { source: 'page', trust: 'trusted', askedMs: 8 }, 9)
    expect(await linesOf(database, 'Cid')).toHaveLength(1)
  })

  test('merges a name that is nearly the same, and two entities on demand; each merge can be undone', async () => {
    const database = await open({ rooms })
    const spellings = ['The Webshop of Acme', 'the  webshop of acme', 'The Webshop of Acme!']
    await recordFacts(
      database,
      own,
      spellings.map((name) => fact(`${name} > uses > Redis`)),
      note,
      1,
    )
    await recordFacts(database, own, [fact('version 1 > precedes > version 2')], note, 1)
    expect(await linesOf(database, 'webshop')).toEqual(['The Webshop of Acme > uses > Redis'])
    expect(await linesOf(database, 'version 2')).toEqual(['version 1 > precedes > version 2'])
    await recordFacts(database, own, [fact('Valkey > runs_on > Linux'), fact('Shop > uses > Valkey')], note, 2)
    const idOf = async (name: string) => (await find(database, name)).entities[0]?.id ?? 0
    const [redis, valkey] = [await idOf('Redis'), await idOf('Valkey')]
    const merge = { entity: valkey, into: redis, by: 'ada', reason: 'a fork' }
    expect(await mergeEntities(database, own, merge, 3)).toBeUndefined()
    expect(await mergeEntities(database, own, merge, 3)).toBe('same')
    expect(await linesOf(database, 'Valkey')).toEqual([
      'Redis > runs_on > Linux',
      'Shop > uses > Redis',
      'The Webshop of Acme > uses > Redis',
    ])
    await recordFacts(database, own, [fact('Cache > is > Valkey')], note, 4)
    expect(await undoMerge(database, own, valkey, 5)).toBeUndefined()
    expect(await linesOf(database, 'Valkey')).toEqual([
      'Cache > is > Valkey',
      'Shop > uses > Valkey',
      'Valkey > runs_on > Linux',
    ])
    expect(await linesOf(database, 'Redis')).toEqual(['The Webshop of Acme > uses > Redis'])
    expect(await undoMerge(database, own, valkey, 5)).toBe('unknown')
  })
})
