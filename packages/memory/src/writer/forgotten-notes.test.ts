import { setTimeout as sleep } from 'node:timers/promises'
import { type MemoryPlace, visiblePlaces } from '@drawbridge/room/place'
import { createAgentStore } from '@drawbridge/store/agent'
import { type Database, statement, type Transaction } from '@drawbridge/store/database'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../../store/src/__fixtures__/describe-databases.ts'
import { forgetAll } from '../document/forget-all.ts'
import { forgetDocument, forgetSource } from '../document/forget-document.ts'
import { readDocument } from '../document/memory-documents.ts'
import { notesPath } from '../document/remembered-notes.ts'
import { recallBlock } from '../recall-block.ts'
import { memoryRoom } from '../room.ts'
import { searchMemory } from '../search/search-memory.ts'
import { addNotes } from './add-notes.ts'
import { createMemoryWriter } from './memory-writer.ts'

const rooms = [{ room: 'memory', migrations: memoryRoom.migrations ?? [], sealed: [] }]
const clock = { now: () => Date.parse('2026-11-29T09:00:00Z') }
const signal = new AbortController().signal
/** A note in the database, and a file in the folder of a kept agent. */
const agents = ['default', 'helper']

const placeOf = (agent: string): MemoryPlace => ({ agent, user: 'ada', project: '' })
const placesOf = (agent: string) => visiblePlaces({ agent, user: 'ada' }, '')

async function keepHelper(database: Database): Promise<void> {
  await createAgentStore(database).create({ id: 'helper', type: 'open', createdMs: 1 })
}

async function textOf(database: Database, agent: string): Promise<string | undefined> {
  return (await readDocument(database, placesOf(agent), notesPath))?.text
}

const countChunks = statement<[], { count: number }>('select count(*) as count from memory_chunks')

describeDatabases('what was remembered from a session', ({ open }) => {
  test.each(agents)(
    'of the agent %s is gone with the session, line by line, and what others said stays',
    async (agent) => {
      const database = await open({ rooms })
      await keepHelper(database)
      const place = placeOf(agent)
      await addNotes(
        database,
        place,
        { notes: ['I prefer tabs.', 'Reports go out on Mondays.'], source: 'session s1' },
        clock,
      )
      await addNotes(
        database,
        place,
        { notes: ['We deploy on Fridays (2026-01-01, session s1).'], source: 'session s11' },
        clock,
      )
      const search = async (query: string) =>
        (await searchMemory({ database, meaningWeight: 0 }, placesOf(agent), { query, count: 6 }, signal)).hits.length
      expect(await search('tabs')).toBe(1)
      expect(await forgetSource(database, placesOf(agent), 'session s1', clock)).toMatchObject({ paths: [], notes: 2 })
      expect(await textOf(database, agent)).toBe(
        '# Remembered from conversations\n- We deploy on Fridays (2026-01-01, session s1). (2026-11-29, session s11)\n',
      )
      expect(await search('tabs')).toBe(0)
      expect(await search('deploy')).toBe(1)
      const last = await forgetSource(database, placesOf(agent), 'session s11', clock)
      expect(last).toMatchObject({ paths: [notesPath], notes: 0 })
      expect(await textOf(database, agent)).toBeUndefined()
      // At once, not only with the next search.
      expect(await database.get(countChunks)).toEqual({ count: 0 })
    },
  )

  test('takes its facts with it, also if the whole document is forgotten', async () => {
    const database = await open({ rooms })
    const withdrawn: unknown[] = []
    const knowledge = { withdraw: async (...given: readonly unknown[]) => withdrawn.push(given) }
    const house = { clock, service: async () => knowledge } as never
    const place = placeOf('default')
    const remember = (note: string, source: string) => addNotes(database, place, { notes: [note], source }, clock)
    await remember('I prefer tabs.', 'session s1')
    await forgetAll(house, database, placesOf('default'), { source: 'session s1' })
    expect(withdrawn).toEqual([[place, 'session s1']])
    await remember('I prefer spaces.', 'session s2')
    await remember('Or tabs.', 'session s3')
    await forgetAll(house, database, placesOf('default'), { path: notesPath })
    expect(withdrawn.slice(1)).toEqual([
      [place, 'session s2'],
      [place, 'session s3'],
    ])
  })

  test('is not recalled any more', async () => {
    const database = await open({ rooms })
    await addNotes(database, placeOf('default'), { notes: ['Reports go out on Mondays.'], source: 'session s1' }, clock)
    const parts = {
      database: { obtain: async () => database, find: async () => database, options: async () => ({}) },
      clock,
    }
    const service = async () => createMemoryWriter({ ...parts, service } as never, {})
    const house = { ...parts, service } as never
    const caller = { agent: undefined, user: 'ada', role: 'main', words: 'When do reports go out, Mondays?' } as const
    expect(await recallBlock(house, caller)).toContain('Mondays.')
    await forgetSource(database, placesOf('default'), 'session s1', clock)
    expect(await recallBlock(house, caller)).toBe('')
  })

  test.each(
    agents.flatMap((agent) => [
      [agent, 'the document', notesPath, forgetDocument] as const,
      [agent, 'the session', 'session s1', forgetSource] as const,
    ]),
  )(
    'of the agent %s does not come back if %s is forgotten by another process just before it is written',
    async (...given) => {
      const [agent, , name, forget] = given
      const [writing, forgetting] = [await open({ rooms }), await open({ rooms })]
      await keepHelper(writing)
      const later = { now: () => clock.now() + 1_000 }
      let forgotten: Promise<unknown> | undefined
      // The other process begins when the first one is about to write, and has time to end.
      const database = beforeWrites(writing, async () => {
        forgotten ??= forget(forgetting, placesOf(agent), name, later)
        await Promise.race([forgotten, sleep(500)])
      })
      await addNotes(database, placeOf(agent), { notes: ['I prefer tabs.'], source: 'session s1' }, clock)
      await forgotten
      expect(forgotten).toBeDefined()
      expect(await textOf(writing, agent)).toBeUndefined()
    },
  )
})

/** A database that does something before each write of a document. */
function beforeWrites(database: Database, act: () => Promise<void>): Database {
  const wrap = <Wrapped extends Transaction>(connection: Wrapped): Wrapped =>
    new Proxy(connection, {
      get: (target, name) => {
        if (name === 'run')
          return async (...given: Parameters<Transaction['run']>) => {
            if (/^(insert into|update) memory_(notes|documents)/.test(given[0].text.sqlite)) await act()
            return target.run(...given)
          }
        if (name === 'transaction')
          return (work: (transaction: Transaction) => Promise<unknown>) =>
            database.transaction((transaction) => work(wrap(transaction)))
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  return wrap(database)
}
