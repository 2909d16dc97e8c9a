import { expect, test } from 'vitest'
import { describeDatabases } from '../__fixtures__/describe-databases.ts'
import { findNote, insertNote, listNotes, type NoteTables, withNotes } from '../__fixtures__/notes.ts'
import { isUniqueViolation } from '../dialect/is-unique-violation.ts'
import { statement } from './statement.ts'

describeDatabases('a database', ({ open }) => {
  test('keeps what was written for who opens it next', async () => {
    const first = await withNotes(open())
    expect(await first.run(insertNote, 'a', 'one')).toBe(1)
    const second = await withNotes(open())
    expect(await second.get(findNote, 'a')).toEqual({ id: 'a', body: 'one' })
    expect(await second.get(findNote, 'b')).toBeUndefined()
  })

  test('answers Kysely as it answers statements', async () => {
    const database = await withNotes(open())
    await database.run(insertNote, 'a', 'one')
    const query = (await database.query()).withTables<NoteTables>()
    const rows = await query.selectFrom('notes').select(['id', 'body']).where('id', '=', 'a').execute()
    expect(rows).toEqual([{ id: 'a', body: 'one' }])
    const update = await query.updateTable('notes').set({ body: 'two' }).where('id', '=', 'a').execute()
    expect(update[0]?.numUpdatedRows).toBe(1n)
  })

  test('takes one parameter in several places, in any order', async () => {
    const database = await withNotes(open())
    const twice = statement<[id: string, body: string], { found: number }>(
      `select count(*) as found from notes where body = $2 and id = $1 or id = $1 and body = $2`,
    )
    await database.run(insertNote, 'a', 'one')
    expect(await database.get(twice, 'a', 'one')).toEqual({ found: 1 })
  })

  test('gives a transaction all or nothing', async () => {
    const database = await withNotes(open())
    await database.transaction(async (transaction) => {
      await transaction.run(insertNote, 'a', 'one')
      const query = (await transaction.query()).withTables<NoteTables>()
      await query.insertInto('notes').values({ id: 'b', body: 'two' }).execute()
    })
    const failing = database.transaction(async (transaction) => {
      await transaction.run(insertNote, 'c', 'three')
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await database.all(listNotes)).toEqual([{ id: 'a' }, { id: 'b' }])
  })

  test('keeps nothing of a transaction once one of its statements failed, though the error was caught', async () => {
    const database = await withNotes(open())
    const failing = database.transaction(async (transaction) => {
      await transaction.run(insertNote, 'a', 'one')
      await transaction.run(insertNote, 'a', 'again').catch(() => undefined)
    })
    await expect(failing).rejects.toSatisfy(isUniqueViolation)
    expect(await database.all(listNotes)).toEqual([])
  })

  test('runs nothing on a transaction that has ended', async () => {
    const database = await withNotes(open())
    const ended = await database.transaction(async (transaction) => transaction)
    await expect(ended.run(insertNote, 'a', 'one')).rejects.toThrow('This transaction has ended')
  })

  test('lets no statement of another task slip into an open transaction', async () => {
    const database = await withNotes(open())
    const begun = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const failing = database.transaction(async (transaction) => {
      await transaction.run(insertNote, 'a', 'one')
      begun.resolve()
      await released.promise
      throw new Error('rolled back')
    })
    await begun.promise
    const other = database.run(insertNote, 'b', 'two')
    released.resolve()
    await expect(failing).rejects.toThrow('rolled back')
    expect(await other).toBe(1)
    expect(await database.all(listNotes)).toEqual([{ id: 'b' }])
  })

  test("refuses Kysely's own transactions, which would not know of ours", async () => {
    const query = await (await open()).query()
    await expect(query.transaction().execute(async () => undefined)).rejects.toThrow('database.transaction(work)')
  })
})
