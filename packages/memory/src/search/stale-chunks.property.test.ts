import { visiblePlaces } from '@drawbridge/room/place'
import { createAgentStore } from '@drawbridge/store/agent'
import { type Database, statement } from '@drawbridge/store/database'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../../store/src/__fixtures__/describe-databases.ts'
import { forgetDocument } from '../document/forget-document.ts'
import { saveDocument } from '../document/save-document.ts'
import { memoryRoom } from '../room.ts'
import { searchMemory } from './search-memory.ts'

const rooms = [{ room: 'memory', migrations: memoryRoom.migrations ?? [], sealed: [] }]
const trusted = { trust: 'trusted', source: '' } as const
const signal = new AbortController().signal
const clock = { now: () => 1_000 }
const words = ['alpha', 'bravo', 'delta', 'gamma']
const paths = ['MEMORY.md', 'memory/a.md', 'memory/b.md']
const users = ['ada', 'eve']

const step = fc.record({
  does: fc.constantFrom('write', 'write', 'move', 'delete', 'restore', 'share', 'search'),
  user: fc.constantFrom(...users),
  path: fc.constantFrom(...paths),
  to: fc.constantFrom(...paths),
  text: fc.uniqueArray(fc.constantFrom(...words), { minLength: 1, maxLength: 3 }),
  process: fc.constantFrom(0, 1),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** What each user has written or hidden (null), by path, and what all share (''). */
type Model = Map<string, Map<string, string | null>>

function seenBy(model: Model, user: string): ReadonlyMap<string, string> {
  const all = new Map([...(model.get('') ?? []), ...(model.get(user) ?? [])])
  return new Map([...all].flatMap(([path, text]) => (text === null ? [] : [[path, text] as const])))
}

const countChunks = statement<[], { count: number }>('select count(*) as count from memory_chunks')
const countFrequencies = statement<[], { count: number }>(
  'select coalesce(sum(chunks), 0) as count from memory_frequencies',
)

describeDatabases('the index of what two processes change', ({ open }) => {
  test('has no stale chunk, no stale frequency, and nothing of another user', { timeout: 120_000 }, async () => {
    const both = [await open({ rooms }), await open({ rooms })]
    let run = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
        run += 1
        const agent = `helper${run}`
        const model: Model = new Map(['', ...users].map((user) => [user, new Map()]))
        const [first] = both
        if (first === undefined) return
        await createAgentStore(first).create({ id: agent, type: 'open', createdMs: 1 })
        for (const each of steps) await apply(both[each.process] ?? first, agent, each, model)
        for (const [index, user] of users.entries()) {
          const seen = seenBy(model, user)
          for (const word of words) {
            const expected = [...seen].flatMap(([path, text]) => (text.split(' ').includes(word) ? [path] : []))
            expect(await find(both[index] ?? first, agent, user, word)).toEqual(expected.toSorted())
          }
        }
      }),
      { numRuns: 12 },
    )
    const [first] = both
    for (let index = 1; index <= run; index += 1) await createAgentStore(first as Database).remove(`helper${index}`)
    for (let index = 1; index <= run; index += 1)
      for (const user of users) expect(await find(first as Database, `helper${index}`, user, 'alpha')).toEqual([])
    expect(await first?.get(countChunks)).toEqual({ count: 0 })
    expect(await first?.get(countFrequencies)).toEqual({ count: 0 })
  })
})

async function find(database: Database, agent: string, user: string, query: string): Promise<readonly string[]> {
  const places = visiblePlaces({ agent, user }, '')
  const { hits } = await searchMemory({ database, meaningWeight: 1 }, places, { query, count: 50 }, signal)
  return [...new Set(hits.map(({ path }) => path))].toSorted()
}

let written = 0
/** No two are alike: a search shows one of two that say the same. */
function textOf({ text }: Step): string {
  written += 1
  return [...text, ...Array.from({ length: 30 }, (_, index) => `n${written}x${index}`)].join(' ')
}

async function apply(database: Database, agent: string, each: Step, model: Model): Promise<void> {
  const { does, user, path, to } = each
  const own = model.get(user)
  const places = visiblePlaces({ agent, user }, '')
  const save = (where: string, at: string, text: string) =>
    saveDocument(database, { place: { agent, user: where, project: '' }, path: at, text, label: trusted }, clock)
  const remove = async (at: string) => {
    if (!seenBy(model, user).has(at)) return
    await forgetDocument(database, places, at, clock)
    if (model.get('')?.has(at) === true) own?.set(at, null)
    else own?.delete(at)
  }
  switch (does) {
    case 'write': {
      const text = textOf(each)
      await save(user, path, text)
      own?.set(path, text)
      return
    }
    case 'share': {
      const text = textOf(each)
      await save('', path, text)
      model.get('')?.set(path, text)
      return
    }
    case 'move': {
      const text = seenBy(model, user).get(path)
      if (text === undefined || path === to) return
      await remove(path)
      await save(user, to, text)
      own?.set(to, text)
      return
    }
    case 'delete':
      return remove(path)
    case 'restore': {
      // Back comes exactly what was there before, as from a backup.
      const text = seenBy(model, user).get(path)
      if (text === undefined) return
      await remove(path)
      await find(database, agent, user, 'alpha')
      await save(user, path, text)
      own?.set(path, text)
      return
    }
    case 'search':
      await find(database, agent, user, path)
  }
}
