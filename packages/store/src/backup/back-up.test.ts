import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeDatabases, describePostgres, onServer } from '../__fixtures__/describe-databases.ts'
import { describeWithSmallDisk } from '../__fixtures__/describe-with-small-disk.ts'
import { insertOwner, lampRoom, selectOwners } from '../__fixtures__/lamp-room.ts'
import { withNotes } from '../__fixtures__/notes.ts'
import { startWorker } from '../__fixtures__/start-worker.ts'
import { verifyAudit } from '../audit/verify-audit.ts'
import { openDatabase, statement } from '../database/index.ts'
import { migrations } from '../migration/migrations.ts'
import { sampleSession } from '../session/__fixtures__/sample-events.ts'
import { createDatabaseRecorder } from '../session/create-database-recorder.ts'
import { databaseOf, sqlite } from './__fixtures__/database-of.ts'
import { fillTables } from './__fixtures__/fill-tables.ts'
import { linesOf, manifestOf, tablesOf } from './__fixtures__/read-backup.ts'
import { killDuring } from './__fixtures__/start-backup.ts'
import { useScratch } from './__fixtures__/use-scratch.ts'
import { backUp } from './back-up.ts'
import { loadTables } from './load-tables.ts'
import { openBackup } from './open-backup.ts'
import { restore } from './restore.ts'

const { at, databaseIn, write } = useScratch()
const versions = statement<[], { version: number }>('select version from schema_migrations order by version')
const counters = statement<[], { sequence: number }>(
  "insert into changes (topic, key, created_at) values ('t', 'k', 1) returning sequence",
)

describeDatabases(
  'a backup',
  ({ kind, open, options }) => {
    /** Where a restore is to put the database: a file in the new home, or the same server, emptied. */
    const target = async () => {
      const given = options()
      if (given.kind === 'postgres') await onServer(given.url, 'drop schema public cascade', 'create schema public')
      return databaseOf(given)
    }
    const restored = (home: string) => (kind === 'sqlite' ? databaseIn(home) : options())

    test('holds every table of the schema, and restored, every row', async () => {
      const names = await fillTables(options())
      await backUp({ home: at('home'), database: options(), folder: at('one') })
      const before = await tablesOf(at('one'))
      expect(Object.keys(before).sort()).toEqual(names)
      for (const name of names) expect(before[name], name).not.toEqual([])
      const { leftOut } = await restore({ folder: at('one'), home: at('new'), database: await target() })
      expect(leftOut).toEqual([])
      await backUp({ home: at('new'), database: restored('new'), folder: at('two') })
      expect(await tablesOf(at('two'))).toEqual(before)
    })

    test('with tables of a room is refused where the room is not there, and nothing is made', async () => {
      await (await open({ rooms: [lampRoom()] })).run(insertOwner, 'ada', null, null)
      await backUp({ home: at('home'), database: options(), folder: at('one') })
      const place = await target()
      const without = (home: string) => ({ ...place(home), rooms: [] })
      await expect(restore({ folder: at('one'), home: at('new'), database: without })).rejects.toMatchObject({
        code: 'store_incompatible',
        message: expect.stringContaining('the room "lamp", which is not installed here'),
      })
      await restore({ folder: at('one'), home: at('new'), database: place })
      await using again = await openDatabase({ ...restored('new'), rooms: [lampRoom()] })
      expect(await again.all(selectOwners)).toEqual([{ id: 'ada', encrypted_token: null, key_id: null }])
    })

    test('keeps the audit log, so that its chain is still sound to the end that was seen before', async () => {
      const database = await open()
      {
        await using recorder = createDatabaseRecorder(database)
        const session = sampleSession('a')
        for (let count = 0; count < 700; count += 1)
          await recorder.append(session.aborted(`${count} \u0000`), 'grouped')
      }
      const before = await verifyAudit(database)
      expect(before).toMatchObject({ status: 'sound', entries: 700 })
      await backUp({ home: at('home'), database: options(), folder: at('one') })
      await database[Symbol.asyncDispose]()
      await restore({ folder: at('one'), home: at('new'), database: await target() })
      await using again = await openDatabase(restored('new'))
      expect(await verifyAudit(again)).toEqual(before)
      await expect(again.run(statement("update events set content = ''"))).rejects.toThrow('append-only')
    })

    test('lets a counter go on where it was, though its last rows are gone', async () => {
      const database = await open()
      for (let count = 0; count < 4; count += 1) await database.get(counters)
      await database.run(statement('delete from changes'))
      await backUp({ home: at('home'), database: options(), folder: at('one') })
      await database[Symbol.asyncDispose]()
      await restore({ folder: at('one'), home: at('new'), database: await target() })
      await using again = await openDatabase(restored('new'))
      expect(await again.get(counters)).toEqual({ sequence: 5 })
    })

    test('of an older schema is made without changing it, and led to the newest when it is opened after a restore', async () => {
      await fillTables({ ...options(), schemaVersion: 2 })
      await backUp({ home: at('home'), database: options(), folder: at('one') })
      expect((await manifestOf(at('one'))).database?.migrations).toHaveLength(2)
      await restore({ folder: at('one'), home: at('new'), database: await target() })
      await using database = await openDatabase(restored('new'))
      expect(await database.all(versions)).toHaveLength(migrations.length)
    })

    test('made while another process writes holds each transaction wholly or not at all', async () => {
      await withNotes(open())
      const worker = startWorker(options(), { kind: 'write', prefix: 'note', times: 2_000, bytes: 2_000 })
      await worker.next()
      worker.tell()
      for (let round = 0; round < 3; round += 1) {
        for (let line = 0; line < 20; line += 1) await worker.next()
        const acknowledged = [...worker.lines].filter((line) => line.startsWith('note'))
        await backUp({ home: at('home'), database: options(), folder: at(`${round}`) })
        const ids = (await linesOf(at(`${round}`), 'notes')).map((line) => (JSON.parse(line) as { id: string }).id)
        const keys = (await linesOf(at(`${round}`), 'changes')).map((line) => (JSON.parse(line) as { key: string }).key)
        expect(ids.toSorted()).toEqual(keys.toSorted())
        expect(new Set(ids).isSupersetOf(new Set(acknowledged))).toBe(true)
      }
      worker.kill()
      await worker.ended
      const { leftOut } = await restore({ folder: at('2'), home: at('new'), database: await target() })
      expect(leftOut).toEqual(['notes'])
    })

    test('or a restore that is killed costs nothing: its half is known as such, and the next one is whole', async () => {
      await fillTables(options(), 1_500)
      await write('home', { 'drawbridge.jsonc': '{}', 'sessions/a.jsonl': '{}\n'.repeat(200_000) })
      for (const afterMs of [1, 40, 120]) {
        const task = { home: at('home'), database: options(), folder: at('one') }
        await killDuring({ kind: 'backup', options: task }, afterMs)
        for (const name of (await readdir(at())).filter((entry) => entry.startsWith('one'))) {
          if (name === 'one') await rm(at('one'), { recursive: true })
          else
            await expect(restore({ folder: at(name), home: at('new'), database: sqlite })).rejects.toThrow(
              'does not contain a complete backup',
            )
        }
      }
      await backUp({ home: at('home'), database: options(), folder: at('one') })
      const before = await tablesOf(at('one'))
      const database = await target()
      const server = options()
      for (const afterMs of [1, 60, 150, 250]) {
        await killDuring({ kind: 'restore', options: { folder: at('one'), home: at('new') }, server }, afterMs)
      }
      // One of them may have been fast enough.
      const isThere = await stat(at('new')).then(
        () => true,
        () => false,
      )
      if (!isThere) await restore({ folder: at('one'), home: at('new'), database })
      await backUp({ home: at('new'), database: restored('new'), folder: at('two') })
      expect(await tablesOf(at('two'))).toEqual(before)
      expect(await readdir(at('home'))).toEqual(expect.arrayContaining(['drawbridge.jsonc', 'sessions']))
    }, 120_000)
  },
  { schema: 'none' },
)

describePostgres(
  'a backup of SQLite restored',
  ({ options }) => {
    test('there and back again holds the same rows', async () => {
      await fillTables(databaseIn('home'))
      await backUp({ home: at('home'), database: databaseIn('home'), folder: at('one') })
      const server = options()
      if (server.kind !== 'postgres') throw new TypeError('These tests need a server.')
      await restore({ folder: at('one'), home: at('middle'), database: databaseOf(server) })
      await backUp({ home: at('middle'), database: server, folder: at('two') })
      await restore({ folder: at('two'), home: at('last'), database: sqlite })
      await backUp({ home: at('last'), database: databaseIn('last'), folder: at('three') })
      const before = await tablesOf(at('one'))
      expect(await tablesOf(at('two'))).toEqual(before)
      expect(await tablesOf(at('three'))).toEqual(before)
      await using database = await openDatabase(server)
      expect(await database.get(counters)).toEqual({ sequence: 4 })
    })

    test('is not mixed with what a database holds, but goes on after a restore that ended between database and home', async () => {
      await fillTables(databaseIn('home'))
      await backUp({ home: at('home'), database: databaseIn('home'), folder: at('one') })
      await backUp({ home: at('home'), database: databaseIn('home'), folder: at('other') })
      const server = options()
      if (server.kind !== 'postgres') throw new TypeError('These tests need a server.')
      await loadTables(databaseOf(server)(at('new')), await openBackup(at('one')), undefined)
      await restore({ folder: at('one'), home: at('new'), database: databaseOf(server) })
      for (const folder of ['one', 'other']) {
        await expect(restore({ folder: at(folder), home: at('newer'), database: databaseOf(server) })).rejects.toThrow(
          /already contains \d+ tables.*DATABASE_URL/,
        )
      }
      expect(await readdir(at())).not.toContain('newer')
    })
  },
  { schema: 'none' },
)

test('a damaged database is not backed up as if it were whole', async () => {
  await fillTables(databaseIn('home'), 200)
  const bytes = await readFile(at('home/drawbridge.db'))
  bytes.fill(0xa5, 16_384, bytes.length - 4_096)
  await writeFile(at('home/drawbridge.db'), bytes)
  const made = backUp({ home: at('home'), database: databaseIn('home'), folder: at('one') })
  await expect(made).rejects.toMatchObject({ code: 'store_corrupt' })
  expect(await readdir(at())).toEqual(['home'])
})

describeWithSmallDisk('a full disk', (disk) => {
  test('a backup and a restore that find no room say so, and leave nothing', async () => {
    await fillTables(databaseIn('home'), 2_000)
    await write('home', { 'artifacts/s/x.bin': 'x'.repeat(3 * 1_048_576) })
    const made = backUp({ home: at('home'), database: undefined, folder: join(disk.folder(), 'one') })
    await expect(made).rejects.toMatchObject({ code: 'store_full', message: expect.stringContaining('the backup') })
    const withDatabase = backUp({ home: at('home'), database: databaseIn('home'), folder: join(disk.folder(), 'one') })
    await expect(withDatabase).rejects.toMatchObject({
      code: 'store_full',
      message: expect.stringContaining('the backup'),
    })
    await backUp({ home: at('home'), database: databaseIn('home'), folder: at('one') })
    const back = restore({ folder: at('one'), home: join(disk.folder(), 'home'), database: sqlite })
    await expect(back).rejects.toMatchObject({ code: 'store_full', message: expect.stringContaining('the home') })
    expect(await readdir(disk.folder())).toEqual([])
  })
})
