import { type AgentStore, createMemoryAgentStore, type DocumentStore } from '@drawbridge/core/virtual'
import { describe, expect, test } from 'vitest'
import { describeDatabases } from '../__fixtures__/describe-databases.ts'
import { createAgentStore } from './create-agent-store.ts'

const agent = { id: 'helper', type: 'open', createdMs: 5 } as const
const template = { contextFiles: { 'SOUL.md': 'kind', 'USER.md': '' }, memory: { 'memory/all.md': 'known' } }
const trust = 'trusted' as const
const kinds = ['contextFiles', 'memory'] as const satisfies readonly (keyof AgentStore)[]
const textOf = async (store: DocumentStore, user: string, path: string) =>
  (await store.find({ agent: 'helper', user }, path))?.text

/** What holds of every store of agents. */
function suite(open: () => Promise<AgentStore>): void {
  test('an agent is created once, with its template', async () => {
    const store = await open()
    expect(await store.create(agent, template)).toBe(true)
    expect(await store.create({ ...agent, type: 'predefined' }, { contextFiles: { 'SOUL.md': 'other' } })).toBe(false)
    expect(await store.find('helper')).toEqual(agent)
    expect(await store.find('Helper')).toBeUndefined()
    expect(await store.contextFiles.readAll({ agent: 'helper' })).toMatchObject([
      { path: 'SOUL.md', text: 'kind', bytes: 4, modifiedMs: 5 },
      { path: 'USER.md', text: '', bytes: 0 },
    ])
    expect(await store.memory.readAll({ agent: 'helper' })).toMatchObject([{ path: 'memory/all.md', text: 'known' }])
  })

  test('agents are listed by id', async () => {
    const store = await open()
    for (const id of ['b', 'B', 'a']) await store.create({ ...agent, id }, {})
    expect((await store.list()).map(({ id }) => id)).toEqual(['B', 'a', 'b'])
  })

  test('removing an agent removes all that was kept of it, and of no other', async () => {
    const store = await open()
    await store.create(agent, template)
    await store.create({ ...agent, id: 'other' }, template)
    const note = { path: 'memory/a.md', text: 'x', expected: undefined, modifiedMs: 1, trust }
    for (const id of ['helper', 'other']) await store.memory.save({ agent: id, user: 'ada' }, note)
    expect(await store.remove('helper')).toBe(true)
    expect(await store.remove('helper')).toBe(false)
    await store.create(agent, {})
    expect(await store.contextFiles.list({ agent: 'helper' })).toEqual([])
    expect(await store.memory.list({ agent: 'helper', user: 'ada' })).toEqual([])
    expect(await store.memory.list({ agent: 'other', user: 'ada' })).toHaveLength(1)
  })

  describe.each(kinds)('%s', (kind) => {
    test('are told apart by agent, user and path', async () => {
      const store = await open()
      await store.create(agent, {})
      const files = store[kind]
      const save = (owner: { agent: string; user?: string }, text: string) =>
        files.save(owner, { path: 'USER.md', text, expected: undefined, modifiedMs: 1, trust })
      expect(await save({ agent: 'helper', user: 'ada' }, 'of ada')).toBe(true)
      expect(await save({ agent: 'helper', user: 'bob' }, 'of bob')).toBe(true)
      expect(await save({ agent: 'helper' }, 'of all')).toBe(true)
      expect(await textOf(files, 'ada', 'USER.md')).toBe('of ada')
      expect(await textOf(files, 'bob', 'USER.md')).toBe('of bob')
      expect((await files.find({ agent: 'helper' }, 'USER.md'))?.text).toBe('of all')
      expect(await files.list({ agent: 'helper' })).toHaveLength(1)
    })

    test('are written as they are: any text, and a mark that hides', async () => {
      const store = await open()
      await store.create(agent, {})
      const owner = { agent: 'helper', user: "o'hara; 日本" }
      const text = 'ä\r\n"quoted" \u{1f600}\ufeff\\ $1 ? \u0001'
      await store[kind].save(owner, { path: 'a b.md', text, expected: undefined, modifiedMs: 1, trust })
      const stored = await store[kind].find(owner, 'a b.md')
      expect(stored?.text).toBe(text)
      expect(stored?.bytes).toBe(Buffer.byteLength(text))
      expect(
        await store[kind].save(owner, { path: 'a b.md', text: null, expected: stored?.hash, modifiedMs: 2, trust }),
      ).toBe(true)
      expect(await store[kind].find(owner, 'a b.md')).toEqual({
        path: 'a b.md',
        text: null,
        hash: 'hidden',
        bytes: 0,
        modifiedMs: 2,
        trust,
      })
    })

    test('are trusted as their last change said', async () => {
      const store = await open()
      await store.create(agent, {})
      for (const owner of [{ agent: 'helper', user: 'ada' }, { agent: 'helper' }]) {
        const changes = [['one', 'untrusted'] as const, ['two', 'trusted'] as const, ['three', 'untrusted'] as const]
        for (const [text, each] of changes) {
          const expected = (await store[kind].find(owner, 'n.md'))?.hash
          await store[kind].save(owner, { path: 'n.md', text, expected, modifiedMs: 1, trust: each })
          expect(await store[kind].find(owner, 'n.md')).toMatchObject({ text, trust: each })
        }
        expect(await store[kind].list(owner)).toMatchObject([{ trust: 'untrusted' }])
        expect(await store[kind].readAll(owner)).toMatchObject([{ trust: 'untrusted' }])
      }
    })

    test('are changed only where they are as expected', async () => {
      const store = await open()
      await store.create(agent, {})
      const owner = { agent: 'helper', user: 'ada' }
      const save = (text: string, expected: string | undefined) =>
        store[kind].save(owner, { path: 'n.md', text, expected, modifiedMs: 1, trust })
      expect(await save('one', undefined)).toBe(true)
      const first = (await store[kind].find(owner, 'n.md'))?.hash ?? ''
      expect(await save('two', undefined)).toBe(false)
      expect(await save('two', first)).toBe(true)
      expect(await save('three', first)).toBe(false)
      expect(await store[kind].remove(owner, 'n.md', first)).toBe(false)
      expect(await textOf(store[kind], 'ada', 'n.md')).toBe('two')
      const second = (await store[kind].find(owner, 'n.md'))?.hash ?? ''
      expect(await store[kind].remove(owner, 'n.md', second)).toBe(true)
      expect(await save('four', second)).toBe(false)
      expect(await store[kind].list(owner)).toEqual([])
    })
  })
}

describe('agents in memory', () => suite(async () => createMemoryAgentStore()))

describeDatabases('agents', ({ open }) => {
  suite(async () => createAgentStore(await open()))

  test('a change of one process is seen by another, and of many at once one is taken', async () => {
    const stores = [await open(), await open(), await open()].map(createAgentStore)
    const [first, second] = stores
    await first?.create(agent, template)
    const owner = { agent: 'helper', user: 'ada' }
    const saves = Array.from({ length: 30 }, (_, index) =>
      stores[index % 3]?.memory.save(owner, {
        path: 'MEMORY.md',
        text: `${index}`,
        expected: undefined,
        modifiedMs: 1,
        trust,
      }),
    )
    const won = (await Promise.all(saves)).flatMap((saved, index) => (saved ? [index] : []))
    expect(won).toHaveLength(1)
    expect((await second?.memory.find(owner, 'MEMORY.md'))?.text).toBe(`${won[0]}`)
  })

  test('nothing is written for an agent that is gone', async () => {
    const store = createAgentStore(await open())
    const change = { path: 'n.md', text: 'x', expected: undefined, modifiedMs: 1, trust }
    expect(await store.memory.save({ agent: 'helper', user: 'ada' }, change)).toBe(false)
    expect(await store.contextFiles.save({ agent: 'helper' }, change)).toBe(false)
  })
})
