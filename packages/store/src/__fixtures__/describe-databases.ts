import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, test } from 'vitest'
import { isRequired } from '../../../../scripts/test-support/is-required.ts'
import type { Database } from '../database/database.ts'
import type { DatabaseOptions } from '../database/database-options.ts'
import { openDatabase } from '../database/open-database.ts'
import type { DatabaseKind } from '../database/statement.ts'
import type { Place, StartingSchema } from './place.ts'
import { serverPlace } from './server-place.ts'

export { onServer } from './server-place.ts'

type SharedOptions = Omit<Partial<DatabaseOptions>, 'kind'>

export interface StartingPoint {
  /** Default `ready`, which is much faster. */
  readonly schema?: StartingSchema
}

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
export function describeDatabases(
  subject: string,
  suite: (database: TestDatabase) => void,
  start: StartingPoint = {},
): void {
  describeSqlite(subject, suite, start)
  describePostgres(subject, suite, start)
}

/** The half of `describeDatabases` that needs nothing. */
export function describeSqlite(
  subject: string,
  suite: (database: TestDatabase) => void,
  { schema = 'ready' }: StartingPoint = {},
): void {
  describe(`${subject} on SQLite`, () => suite(prepare('sqlite', folderPlace(schema))))
}

/** The half of `describeDatabases` that needs a server. */
export function describePostgres(
  subject: string,
  suite: (database: TestDatabase, serverUrl: string) => void,
  { schema = 'ready' }: StartingPoint = {},
): void {
  describe(`${subject} on PostgreSQL`, () => {
    if (postgresUrl !== undefined) return suite(prepare('postgres', serverPlace(postgresUrl, schema)), postgresUrl)
    const reason = 'DRAWBRIDGE_TEST_POSTGRES names no server (scripts/test-support/start-postgres.sh starts one)'
    if (!isRequired('postgres')) return test.skip(`needs postgres: ${reason}`)
    test('finds postgres', () => {
      throw new Error(`postgres is missing, and DRAWBRIDGE_REQUIRE lists it: ${reason}`)
    })
  })
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
function folderPlace(schema: StartingSchema): Place {
  let model: string | undefined
  let folder: string
  const fileIn = (place: string) => join(place, 'drawbridge.db')
  return {
    options: () => ({ kind: 'sqlite', file: fileIn(folder) }),
    make: async () => {
      if (schema === 'none') return
      model = await mkdtemp(join(tmpdir(), 'drawbridge-model-'))
      await (await openDatabase({ kind: 'sqlite', file: fileIn(model) }))[Symbol.asyncDispose]()
    },
    remove: async () => {
      if (model !== undefined) await rm(model, { recursive: true, force: true })
    },
    empty: async () => {
      folder = await mkdtemp(join(tmpdir(), 'drawbridge-database-'))
      if (model !== undefined) await copyFile(fileIn(model), fileIn(folder))
    },
    leave: () => rm(folder, { recursive: true, force: true }),
  }
}
