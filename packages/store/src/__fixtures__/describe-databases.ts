import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, test } from 'vitest'
import { isRequired } from '../../../../scripts/test-support/is-required.ts'
import type { Database } from '../database/database.ts'
import type { DatabaseOptions } from '../database/database-options.ts'
import { openDatabase } from '../database/open-database.ts'
import type { DatabaseKind } from '../database/statement.ts'

type SharedOptions = Omit<Partial<DatabaseOptions>, 'kind'>

/** The empty database of one test. */
export interface TestDatabase {
  readonly kind: DatabaseKind
  /** Opens it, as often as wanted; closed when the test ends. */
  open(options?: SharedOptions): Promise<Database>
  /** For other processes of the test. */
  options(): DatabaseOptions
}

/** A throw-away server: scripts/test-support/start-postgres.sh starts one and prints this. */
const postgresUrl = process.env.DRAWBRIDGE_TEST_POSTGRES

/**
 * Runs one suite on SQLite and on PostgreSQL; each test has a database of its own. Without a server the half of PostgreSQL is one
 * skipped test, or a failing one when `DRAWBRIDGE_REQUIRE` lists `postgres`.
 * @example describeDatabases('grants last', ({ open }) => { test('…', async () => { const database = await open() }) })
 */
export function describeDatabases(subject: string, suite: (database: TestDatabase) => void): void {
  describeSqlite(subject, suite)
  describePostgres(subject, suite)
}

/** The half of `describeDatabases` that needs nothing. */
export function describeSqlite(subject: string, suite: (database: TestDatabase) => void): void {
  describe(`${subject} on SQLite`, () => suite(prepare('sqlite', folderPlace())))
}

/** The half of `describeDatabases` that needs a server. */
export function describePostgres(subject: string, suite: (database: TestDatabase, serverUrl: string) => void): void {
  describe(`${subject} on PostgreSQL`, () => {
    if (postgresUrl !== undefined) return suite(prepare('postgres', serverPlace(postgresUrl)), postgresUrl)
    const reason = 'DRAWBRIDGE_TEST_POSTGRES names no server (scripts/test-support/start-postgres.sh starts one)'
    if (!isRequired('postgres')) return test.skip(`needs postgres: ${reason}`)
    test('finds postgres', () => {
      throw new Error(`postgres is missing, and DRAWBRIDGE_REQUIRE lists it: ${reason}`)
    })
  })
}

/** Where the tests of one suite have their database, one after the other. */
interface Place {
  options(): DatabaseOptions
  /** Before the first test, and after the last. */
  make?(): Promise<void>
  remove?(): Promise<void>
  /** Before each test: an empty database. */
  empty(): Promise<void>
  /** After each test, when what it opened is closed. */
  leave(): Promise<void>
}

function prepare(kind: DatabaseKind, place: Place): TestDatabase {
  const opened: Database[] = []
  beforeAll(() => place.make?.())
  afterAll(() => place.remove?.())
  beforeEach(() => place.empty())
  afterEach(async () => {
    for (const database of opened.splice(0)) await database[Symbol.asyncDispose]()
    await place.leave()
  })
  return {
    kind,
    options: place.options,
    open: async (options = {}) => {
      const database = await openDatabase({ ...place.options(), ...options })
      opened.push(database)
      return database
    },
  }
}

/** A new folder for each test. */
function folderPlace(): Place {
  let folder: string
  return {
    options: () => ({ kind: 'sqlite', file: join(folder, 'drawbridge.db') }),
    empty: async () => {
      folder = await mkdtemp(join(tmpdir(), 'drawbridge-database-'))
    },
    leave: () => rm(folder, { recursive: true, force: true }),
  }
}

/** One database for the suite, which takes long to make, and a new schema in it for each test, which does not. */
function serverPlace(serverUrl: string): Place {
  const name = `drawbridge_test_${randomBytes(8).toString('hex')}`
  const url = new URL(serverUrl)
  url.pathname = name
  return {
    options: () => ({ kind: 'postgres', url: url.href, poolSize: 4 }),
    make: () => onServer(serverUrl, `create database ${name}`),
    remove: () => onServer(serverUrl, `drop database ${name} with (force)`),
    // A process that a test has killed may still hold locks.
    empty: () =>
      onServer(
        url.href,
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`,
        'drop schema public cascade',
        'create schema public',
      ),
    leave: async () => undefined,
  }
}

/** Runs statements as an administrator, one after the other. */
export async function onServer(serverUrl: string, ...texts: readonly string[]): Promise<void> {
  const client = new pg.Client(serverUrl)
  await client.connect()
  try {
    for (const text of texts) await client.query(text)
  } finally {
    await client.end()
  }
}
