import { systemClock } from '@drawbridge/core/base'
import { expect, test } from 'vitest'
import { describeDatabases } from '../__fixtures__/describe-databases.ts'
import { createNotes, insertNote, listNotes } from '../__fixtures__/notes.ts'
import { startWorker } from '../__fixtures__/start-worker.ts'
import { statement } from '../database/statement.ts'
import { openDialect } from '../dialect/open-dialect.ts'
import { migrate } from './migrate.ts'
import type { Migration } from './migration.ts'
import { migrations } from './migrations.ts'

const entry = (name: string, migration: Migration) => ({ name, load: async () => ({ migration }) })
const clock = systemClock
const countMigrations = statement<[], { found: number }>('select count(*) as found from schema_migrations')

const createNotesTable = entry('create-notes', () => [createNotes.text.sqlite])
const failHalfway = entry('fail-halfway', () => [
  "insert into notes (id, body) values ('half', '')",
  'insert into no_such_table (id) values (1)',
])
const addSecond = entry('add-second', () => ["insert into notes (id, body) values ('second', '')"])

describeDatabases(
  'a migration',
  ({ open, options }) => {
    test('that fails halfway leaves nothing of itself, and is made good by one that succeeds', async () => {
      await open()
      await using dialect = await openDialect(options())
      const known = [...migrations, createNotesTable]
      await expect(migrate(dialect, { clock, known: [...known, failHalfway] })).rejects.toThrow('no_such_table')
      expect((await dialect.execute(listNotes, [])).rows).toEqual([])
      await migrate(dialect, { clock, known: [...known, addSecond] })
      expect((await dialect.execute(listNotes, [])).rows).toEqual([{ id: 'second' }])
    })

    test('is not run again, and is not even loaded where the schema is up to date', async () => {
      await using dialect = await openDialect(options())
      const known = [...migrations, createNotesTable]
      await migrate(dialect, { clock, known })
      await dialect.execute(insertNote, ['kept', ''])
      const refuse = () => Promise.reject(new Error('loaded'))
      await migrate(dialect, { clock, known: known.map(({ name }) => ({ name, load: refuse })) })
      expect((await dialect.execute(listNotes, [])).rows).toEqual([{ id: 'kept' }])
    })

    test('of a newer program makes an older one refuse the database, naming both versions and the way out', async () => {
      await using dialect = await openDialect(options())
      await migrate(dialect, { clock, known: [...migrations, createNotesTable] })
      await expect(open()).rejects.toMatchObject({
        code: 'store_incompatible',
        message: expect.stringMatching(
          new RegExp(`schema ${migrations.length + 1}, made by a newer .* up to ${migrations.length}\\. Update`),
        ),
      })
    })

    test('runs once, though six connections of one process open the fresh database at the same moment', async () => {
      const databases = await Promise.all(Array.from({ length: 6 }, () => open()))
      for (const database of databases)
        expect(await database.get(countMigrations)).toEqual({ found: migrations.length })
    })

    test('runs once, though four processes open the fresh database at the same moment', async () => {
      const workers = [1, 2, 3, 4].map(() => startWorker(options(), { kind: 'open' }))
      for (const worker of workers) expect(await worker.next()).toBe('ready')
      for (const worker of workers) worker.tell()
      for (const worker of workers) {
        expect(await worker.next()).toBe('opened')
        expect(await worker.ended).toEqual({ code: 0, errors: '' })
      }
      expect(await (await open()).get(countMigrations)).toEqual({ found: migrations.length })
    })
  },
  { schema: 'none' },
)
