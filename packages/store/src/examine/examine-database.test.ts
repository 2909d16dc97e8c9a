import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { describeDatabases, describePostgres, describeSqlite, onServer } from '../__fixtures__/describe-databases.ts'
import { describeWithSmallDisk } from '../__fixtures__/describe-with-small-disk.ts'
import { openDatabase, statement } from '../database/index.ts'
import { migrations } from '../migration/migrations.ts'
import { countWaitingFiles } from './count-waiting-files.ts'
import { examineDatabase } from './examine-database.ts'

describeDatabases(
  'a database that is looked at',
  ({ kind, open, options }) => {
    test('is described, and is afterwards as it was', async () => {
      await (await open())[Symbol.asyncDispose]()
      const found = await examineDatabase(options())
      expect(found).toMatchObject({
        status: 'opened',
        kind,
        schema: migrations.length,
        newestSchema: migrations.length,
        unwritable: undefined,
        damage: undefined,
      })
      const given = options()
      if (given.kind === 'sqlite') expect(await readdir(dirname(given.file))).toEqual(['drawbridge.db'])
    })

    test('keeps an older schema, and says so', async () => {
      await (await open({ schemaVersion: 1 }))[Symbol.asyncDispose]()
      for (let times = 0; times < 2; times += 1) expect(await examineDatabase(options())).toMatchObject({ schema: 1 })
    })

    test('tells how many files of sessions wait to be taken over', async () => {
      const database = await open()
      const folder = await mkdtemp(join(tmpdir(), 'drawbridge-sessions-'))
      onTestFinished(() => rm(folder, { recursive: true, force: true }))
      await writeFile(join(folder, 'a.jsonl'), '{}\n')
      await writeFile(join(folder, 'b.jsonl'), '{}\n')
      await database.run(
        statement(
          "insert into imported_files (name, fingerprint, bytes, lines, torn_lines, imported_at) values ('a.jsonl', '', 3, 1, 0, 1)",
        ),
      )
      expect(await countWaitingFiles(options(), folder)).toBe(1)
      expect(await countWaitingFiles(options(), join(folder, 'missing'))).toBe(0)
    })
  },
  { schema: 'none' },
)

describeSqlite(
  'a database that is looked at',
  ({ open, options }) => {
    test('is not created if it is missing', async () => {
      const given = options()
      if (given.kind !== 'sqlite') throw new TypeError('These tests need a file.')
      expect(await examineDatabase(given)).toEqual({ status: 'absent', name: given.file })
      expect(existsSync(given.file)).toBe(false)
    })

    test('is reported as damaged, or as not a database', async () => {
      const given = options()
      if (given.kind !== 'sqlite') throw new TypeError('These tests need a file.')
      await (await open())[Symbol.asyncDispose]()
      const bytes = await readFile(given.file)
      bytes.fill(0xa5, 20_480, 40_960)
      await writeFile(given.file, bytes)
      const { damage, problem } = { damage: '', problem: '', ...(await examineDatabase(given)) }
      expect(`${damage}${problem}`).not.toBe('')
      await writeFile(given.file, 'no database '.repeat(1_000))
      expect(await examineDatabase(given)).toMatchObject({
        status: 'unusable',
        problem: expect.stringContaining('is not an SQLite database'),
      })
    })
  },
  { schema: 'none' },
)

describePostgres(
  'a database that is looked at',
  ({ open, options }) => {
    test('is described with its server', async () => {
      await open()
      expect(await examineDatabase(options())).toMatchObject({
        server: {
          version: expect.stringMatching(/^1[5-9]/),
          vector: expect.stringMatching(/^(?:present|available|missing)$/),
        },
      })
    })

    test('that refuses writes is reported', async () => {
      await open()
      const given = options()
      if (given.kind !== 'postgres') throw new TypeError('These tests need a server.')
      const name = new URL(given.url).pathname.slice(1)
      await onServer(given.url, `alter database ${name} set default_transaction_read_only = on`)
      const found = await examineDatabase(given)
      await onServer(given.url, 'set default_transaction_read_only = off', `alter database ${name} reset all`)
      expect(found).toMatchObject({ status: 'opened', unwritable: expect.stringContaining('read-only') })
    })
  },
  { schema: 'none' },
)

test('a server that never answers is given up', async () => {
  const silent = createServer(() => undefined)
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => void silent.close())
  const { port } = silent.address() as AddressInfo
  const found = await examineDatabase({ kind: 'postgres', url: `postgres://nobody@127.0.0.1:${port}/none` })
  expect(found).toMatchObject({
    status: 'unusable',
    name: `127.0.0.1:${port}/none`,
    problem: expect.stringContaining('cannot be reached'),
  })
})

describeWithSmallDisk('a read-only folder', (disk) => {
  test('a read-only database is reported with its place', async () => {
    const folder = join(disk.folder(), 'home')
    await mkdir(folder, { mode: 0o700 })
    const file = join(folder, 'drawbridge.db')
    await (await openDatabase({ kind: 'sqlite', file }))[Symbol.asyncDispose]()
    disk.makeReadOnly()
    expect(await examineDatabase({ kind: 'sqlite', file })).toMatchObject({
      name: file,
      problem: expect.stringContaining('cannot be written'),
    })
  })
})
