import type { Database, Transaction } from '../database/database.ts'
import { statement } from '../database/statement.ts'
import type { ConfigurationRow } from './configuration-row.ts'

/** The settings of the database after one change. */
export interface ConfigurationVersion {
  /** The number of changes until then. */
  readonly revision: number
  /** By path. */
  readonly rows: readonly ConfigurationRow[]
  /** The paths that the change removed or set. Empty for the oldest version: what came before it was not kept. */
  readonly changed: readonly ConfigurationRow['path'][]
  /** The account that made the change. */
  readonly setBy: string
  /** Milliseconds since the Unix epoch. */
  readonly setAt: number
  readonly note: string | undefined
  /** Calls with the verdicts that must come out. JSON. */
  readonly tests: readonly unknown[]
}

/** The settings of the database as they were after each change. */
export interface ConfigurationVersions {
  /** Newest first. @param before Only versions older than this revision. */
  list(page: { readonly limit: number; readonly before?: number | undefined }): Promise<readonly ConfigurationVersion[]>
  find(revision: number): Promise<ConfigurationVersion | undefined>
}

interface StoredVersion {
  readonly revision: number
  readonly settings: string
  readonly changed: string
  readonly set_by: string
  readonly set_at: number
  readonly note: string | null
  readonly tests: string | null
}

const columns = 'revision, settings, changed, set_by, set_at, note, tests'
const select = statement<[before: number, limit: number], StoredVersion>(
  `select ${columns} from configuration_versions where revision < $1 order by revision desc limit $2`,
)
const selectOne = statement<[revision: number], StoredVersion>(
  `select ${columns} from configuration_versions where revision = $1`,
)
type Values = [
  revision: number,
  settings: string,
  changed: string,
  by: string,
  at: number,
  note: string | null,
  tests: string | null,
]
// Tests that a change does not name stay as they were.
const insert = statement<Values>(
  `insert into configuration_versions (${columns}) values ($1, $2, $3, $4, $5, $6, coalesce($7,
    (select tests from configuration_versions where revision < $1 order by revision desc limit 1)))
    on conflict (revision) do nothing`,
)
const removeOld = statement<[upTo: number]>('delete from configuration_versions where revision <= $1')

const mostVersions = 1_000
const largestRevision = 2_147_483_647

export function createConfigurationVersions(database: Database): ConfigurationVersions {
  return {
    list: async ({ limit, before = largestRevision }) => (await database.all(select, before, limit)).map(readVersion),
    find: async (revision) => {
      const found = await database.get(selectOne, revision)
      return found && readVersion(found)
    },
  }
}

/** A version that is to be kept. Without tests, it has those of the version before it. */
type NewVersion = Omit<ConfigurationVersion, 'tests'> & { readonly tests?: readonly unknown[] | undefined }

/** Keeps a version, and the one before it if that was not kept, so that the change can be taken back. */
export async function keepVersion(
  transaction: Transaction,
  version: NewVersion,
  before: readonly ConfigurationRow[],
): Promise<void> {
  const newest = before.toSorted((left, right) => right.setAt - left.setAt)[0]
  const first = { revision: version.revision - 1, rows: before, changed: [], note: undefined }
  await put(transaction, { ...first, setBy: newest?.setBy ?? 'nobody', setAt: newest?.setAt ?? version.setAt })
  await put(transaction, version)
  await transaction.run(removeOld, version.revision - mostVersions)
}

async function put(transaction: Transaction, version: NewVersion): Promise<void> {
  const { revision, rows, changed, setBy, setAt, note, tests } = version
  const written = [rows, changed].map((value) => JSON.stringify(value)) as [string, string]
  const kept = tests === undefined ? null : JSON.stringify(tests)
  await transaction.run(insert, revision, ...written, setBy, setAt, note ?? null, kept)
}

function readVersion(row: StoredVersion): ConfigurationVersion {
  const { revision, settings, changed, set_by: setBy, set_at: setAt, note, tests } = row
  return {
    ...{ revision, setBy, setAt, note: note ?? undefined },
    rows: JSON.parse(settings) as readonly ConfigurationRow[],
    changed: JSON.parse(changed) as readonly ConfigurationRow['path'][],
    tests: tests === null ? [] : (JSON.parse(tests) as readonly unknown[]),
  }
}
