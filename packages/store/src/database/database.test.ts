import { expect, test } from 'vitest'
import { describeDatabases } from '../__fixtures__/describe-databases.ts'
import { findNote, insertNote, listNotes, type NoteTables, withNotes } from '../__fixtures__/notes.ts'
import { startWorker } from '../__fixtures__/start-worker.ts'
import { isUniqueViolation } from '../dialect/is-unique-violation.ts'
import { postgresTypes } from '../dialect/postgres/postgres-types.ts'
import { sqliteTypes } from '../dialect/sqlite/sqlite-types.ts'
import { type DatabaseKind, type Statement, statement } from './statement.ts'

describeDatabases('a database', ({ kind, open, options }) => {
  test('keeps written data for the next process', async () => {
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

  test('counts statements that the work did not wait for as part of it', async () => {
    const database = await withNotes(open())
    const lost: Promise<unknown>[] = []
    await database.transaction(async (transaction) => {
      lost.push(transaction.run(insertNote, 'a', ''), transaction.run(insertNote, 'b', ''))
    })
    const failing = database.transaction(async (transaction) => {
      lost.push(
        transaction.run(insertNote, 'c', ''),
        transaction.run(insertNote, 'a', 'again').catch(() => undefined),
      )
    })
    await expect(failing).rejects.toSatisfy(isUniqueViolation)
    const changedItsMind = database.transaction(async (transaction) => {
      lost.push(transaction.run(insertNote, 'd', ''), transaction.run(insertNote, 'e', ''))
      throw new Error('changed my mind')
    })
    await expect(changedItsMind).rejects.toThrow('changed my mind')
    await Promise.all(lost)
    expect(await database.all(listNotes)).toEqual([{ id: 'a' }, { id: 'b' }])
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

  test('keeps every acknowledged write of a process that was killed, and no half of a transaction', async () => {
    const database = await withNotes(open())
    const writer = startWorker(options(), { kind: 'write', prefix: 'w', times: 1_000_000 })
    expect(await writer.next()).toBe('ready')
    writer.tell()
    for (let count = 0; count < 200; count += 1) await writer.next()
    writer.kill()
    await writer.ended
    const acknowledged = writer.lines.slice(1).toSorted()
    const kept = new Set((await database.all(listNotes)).map(({ id }) => id))
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([])
    // One may have been committed without having been told of.
    expect(kept.size - acknowledged.length).toBeLessThanOrEqual(1)
    const changes = statement<[], { found: number }>('select count(*) as found from changes')
    expect(await database.get(changes)).toEqual({ found: kept.size })
  })

  test('returns stored values with the same type on both databases', async () => {
    const database = await open()
    const { text, json, integer, time, bytes, boolean, real, counter } = typesOf(kind)
    await database.run(
      statement(
        `create table samples (
          sequence ${counter}, a ${text}, b ${json}, c ${integer}, d ${time}, e ${bytes}, f ${boolean}, g ${real}
        )`,
      ),
    )
    const insert = statement<
      [a: string, b: string, c: number, d: number, e: Uint8Array, f: number, g: number],
      { sequence: number }
    >('insert into samples (a, b, c, d, e, f, g) values ($1, $2, $3, $4, $5, $6, $7) returning sequence')
    const sample = {
      a: 'Grüße, 世界 🌉',
      b: '{ "b": 1,  "a": "\\u0000 \\ud800" }',
      c: Number.MAX_SAFE_INTEGER,
      d: Date.UTC(2026, 10, 28),
      e: new Uint8Array([0, 1, 254, 255]),
      f: 1,
      g: 0.1,
    }
    const { a, b, c, d, e, f, g } = sample
    expect(await database.get(insert, a, b, c, d, e, f, g)).toEqual({ sequence: 1 })
    expect(await database.get(insert, a, b, c, d, e, f, g)).toEqual({ sequence: 2 })
    const row = await database.get(
      statement<[], typeof sample>('select a, b, c, d, e, f, g from samples where sequence = 1'),
    )
    expect(row).toEqual(sample)
    expect(row?.e.constructor).toBe(Uint8Array)
    const sums = statement<[], object>(`select count(*) as n, sum(f) as f, sum(d) as d  from samples`)
    expect(await database.get(sums)).toEqual({ n: 2, f: 2, d: 2 * sample.d })
  })

  test('a text of a model with NUL or half a character failed on PostgreSQL alone: both keep the rest of it', async () => {
    const database = await withNotes(open())
    expect(await database.run(insertNote, 'a', 'one\0two \ud83d')).toBe(1)
    await database.transaction((transaction) => transaction.run(insertNote, 'b\0', 'x'))
    const query = await database.query()
    const rows = query.selectFrom('notes' as never).select('id' as never)
    expect(await rows.where('id' as never, '=', 'b\0' as never).execute()).toEqual([{ id: 'b\uFFFD' }])
    expect(await database.get(findNote, 'a')).toEqual({ id: 'a', body: 'one\uFFFDtwo \uFFFD' })
  })

  test('refuses an integer that is not safe instead of rounding it', async () => {
    const database = await open()
    const large = statement<[], object>('select 9007199254740993 as large')
    await expect(database.get(large)).rejects.toThrow(/too large/)
  })

  test('refuses a statement with too few or too many parameters', async () => {
    const database = await withNotes(open())
    const given = insertNote as unknown as Statement<string[]>
    await expect(database.run(given, 'a')).rejects.toThrow(/parameters/)
    await expect(database.run(given, 'a', 'b', 'c')).rejects.toThrow(/parameters/)
    expect(await database.all(listNotes)).toEqual([])
  })
})

function typesOf(kind: DatabaseKind) {
  return kind === 'sqlite' ? sqliteTypes : postgresTypes
}
