import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, test } from 'vitest'
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
  describe(`${subject} on SQLite`, () => suite(prepare('sqlite', makeFile)))
}

/** The half of `describeDatabases` that needs a server. */
export function describePostgres(subject: string, suite: (database: TestDatabase, serverUrl: string) => void): void {
  describe(`${subject} on PostgreSQL`, () => {
    if (postgresUrl !== undefined) return suite(prepare('postgres', () => makeDatabase(postgresUrl)), postgresUrl)
    const reason = 'DRAWBRIDGE_TEST_POSTGRES names no server (scripts/test-support/start-postgres.sh starts one)'
    if (!isRequired('postgres')) return test.skip(`needs postgres: ${reason}`)
    test('finds postgres', () => {
      throw new Error(`postgres is missing, and DRAWBRIDGE_REQUIRE lists it: ${reason}`)
    })
  })
}

interface Made {
  readonly options: DatabaseOptions
  remove(): Promise<void>
}

function prepare(kind: DatabaseKind, make: () => Promise<Made>): TestDatabase {
  let made: Made
  const opened: Database[] = []
  beforeEach(async () => {
    made = await make()
  })
  afterEach(async () => {
    for (const database of opened.splice(0)) await database[Symbol.asyncDispose]()
    await made.remove()
  })
  return {
    kind,
    options: () => made.options,
    open: async (options = {}) => {
      const database = await openDatabase({ ...made.options, ...options })
      opened.push(database)
      return database
    },
  }
}

async function makeFile(): Promise<Made> {
  const folder = await mkdtemp(join(tmpdir(), 'drawbridge-database-'))
  return {
    options: { kind: 'sqlite', file: join(folder, 'drawbridge.db') },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

async function makeDatabase(serverUrl: string): Promise<Made> {
  const name = `drawbridge_test_${randomBytes(8).toString('hex')}`
  await onServer(serverUrl, `create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = name
  return {
    options: { kind: 'postgres', url: url.href, poolSize: 4 },
    remove: () => onServer(serverUrl, `drop database ${name} with (force)`),
  }
}

/** Runs a statement of an administrator. */
export async function onServer(serverUrl: string, text: string): Promise<void> {
  const client = new pg.Client(serverUrl)
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
