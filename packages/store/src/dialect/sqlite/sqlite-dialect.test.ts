import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findNote, insertNote, listNotes, withNotes } from '../../__fixtures__/notes.ts'
import { startWorker } from '../../__fixtures__/start-worker.ts'
import type { DatabaseOptions } from '../../database/database-options.ts'
import { openDatabase } from '../../database/open-database.ts'
import { statement } from '../../database/statement.ts'

let folder: string
let options: DatabaseOptions & { readonly kind: 'sqlite' }
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drawbridge-sqlite-'))
  options = { kind: 'sqlite', file: join(folder, 'drawbridge.db') }
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('a SQLite database that another process is writing to', () => {
  test('is waited for without holding up anything else', async () => {
    await using database = await withNotes(openDatabase(options))
    const holder = startWorker(options, { kind: 'hold', id: 'held' })
    expect(await holder.next()).toBe('held')

    const order: string[] = []
    const writes = [1, 2, 3].map((count) =>
      database.transaction(async (transaction) => {
        await transaction.run(insertNote, `own ${count}`, '')
        order.push(`write ${count}`)
      }),
    )
    for (let count = 1; count <= 3; count += 1) {
      await new Promise((resolve) => setTimeout(resolve, 10))
      expect(await database.get(findNote, 'held')).toBeUndefined()
      order.push(`read ${count}`)
    }
    holder.tell()
    await Promise.all(writes)
    expect(order).toEqual(['read 1', 'read 2', 'read 3', 'write 1', 'write 2', 'write 3'])
    expect((await database.all(listNotes)).map(({ id }) => id)).toEqual(['held', 'own 1', 'own 2', 'own 3'])
  })

  test('is given up by name once patience ends, and written once the other is through', async () => {
    await using database = await withNotes(openDatabase({ ...options, patienceMs: 200 }))
    const holder = startWorker(options, { kind: 'hold', id: 'held' })
    expect(await holder.next()).toBe('held')
    const refusal = {
      code: 'store_unavailable',
      message: `The database ${options.file} is locked (SQLITE_BUSY: database is locked). Another process is writing to it: end that process, or try again.`,
    }
    await expect(database.run(insertNote, 'own', '')).rejects.toMatchObject(refusal)
    await expect(database.transaction(async () => undefined)).rejects.toMatchObject(refusal)
    holder.tell()
    await holder.ended
    expect(await database.run(insertNote, 'own', '')).toBe(1)
  })

  test('is free again when that one was killed, and keeps nothing of its transaction', async () => {
    await using database = await withNotes(openDatabase(options))
    const holder = startWorker(options, { kind: 'hold', id: 'held' })
    expect(await holder.next()).toBe('held')
    holder.kill()
    expect(await database.run(insertNote, 'own', '')).toBe(1)
    expect(await database.all(listNotes)).toEqual([{ id: 'own' }])
  })

  test('takes what three processes write at once, and loses none of it', async () => {
    await using database = await withNotes(openDatabase(options))
    const workers = ['a', 'b', 'c'].map((prefix) =>
      startWorker(options, { kind: 'write', prefix, times: 200, bytes: 2_000 }),
    )
    for (const worker of workers) expect(await worker.next()).toBe('ready')
    for (const worker of workers) worker.tell()
    for (const worker of workers) expect(await worker.ended).toEqual({ code: 0, errors: '' })
    const written = workers.flatMap(({ lines }) => lines.slice(1))
    expect(written).toHaveLength(600)
    expect((await database.all(listNotes)).map(({ id }) => id)).toEqual(written.toSorted())
    expect(await database.get(statement<[], object>('pragma integrity_check'))).toEqual({ integrity_check: 'ok' })
  })
})

describe('a transaction on SQLite', () => {
  test('whose work waits for the database itself is told so, instead of standing still for ever', async () => {
    await using database = await withNotes(openDatabase({ ...options, patienceMs: 100 }))
    const deadlock = database.transaction(async (transaction) => {
      await transaction.run(insertNote, 'a', '')
      await database.run(insertNote, 'b', '')
    })
    await expect(deadlock).rejects.toMatchObject({
      code: 'store_unavailable',
      message: expect.stringContaining('its work must use the transaction that it is given'),
    })
    expect(await database.all(listNotes)).toEqual([])
  })

  test('is ended before the database closes', async () => {
    const database = await withNotes(openDatabase(options))
    const begun = Promise.withResolvers<void>()
    const slow = database.transaction(async (transaction) => {
      begun.resolve()
      await new Promise((resolve) => setTimeout(resolve, 20))
      await transaction.run(insertNote, 'slow', '')
    })
    await begun.promise
    await database[Symbol.asyncDispose]()
    await slow
    await using again = await openDatabase(options)
    expect(await again.all(listNotes)).toEqual([{ id: 'slow' }])
  })
})
