import type { Clock } from '@drawbridge/core/base'
import type { AnyEventBody } from '@drawbridge/core/event'
import type { Connection, Database } from '../database/database.ts'
import { statement } from '../database/statement.ts'
import type { ConfigurationRow } from './configuration-row.ts'
import { type ConfigurationVersions, createConfigurationVersions, keepVersion } from './configuration-versions.ts'

/** All settings of the database as they were at one moment. */
export interface ConfigurationState {
  /** A number that grows with each change. */
  readonly revision: number
  /** By path. */
  readonly rows: readonly ConfigurationRow[]
}

/** A change of the settings: removed and added ones. */
export interface ConfigurationChange {
  readonly remove: readonly ConfigurationRow['path'][]
  readonly add: readonly Pick<ConfigurationRow, 'path' | 'value'>[]
  /** The account that makes the change. */
  readonly setBy: string
  /** The reason, for the list of versions. */
  readonly note?: string | undefined
  /** Calls with the verdicts that must come out. Absent: they stay as they are. */
  readonly tests?: readonly unknown[] | undefined
  /** Further events for the audit log. */
  readonly events?: readonly AnyEventBody[] | undefined
}

/** The settings that are kept in the database. */
export interface ConfigurationRepository {
  read(): Promise<ConfigurationState>
  revision(): Promise<number>
  /**
   * Makes a change that was checked against the settings of one revision. Resolves to false, and does nothing, if they have changed
   * since: check again.
   */
  change(change: ConfigurationChange, revision: number): Promise<boolean>
  /** The settings after each of the last 1,000 changes. */
  readonly versions: ConfigurationVersions
}

type StoredRow = { path: string; value: string; set_by: string; set_at: number }

const selectAll = statement<[], StoredRow>('select path, value, set_by, set_at from configuration order by path')
const selectRevision = statement<[], { revision: number }>('select revision from configuration_state where id = 1')
const countUp = statement<[from: number]>(
  'update configuration_state set revision = revision + 1 where id = 1 and revision = $1',
)
const deleteRow = statement<[path: string]>('delete from configuration where path = $1')
const upsert = statement<[path: string, value: string, setBy: string, setAt: number]>(
  `insert into configuration (path, value, set_by, set_at) values ($1, $2, $3, $4)
    on conflict (path) do update set value = excluded.value, set_by = excluded.set_by, set_at = excluded.set_at`,
)

/** The topic under which changes are published. */
const topic = 'configuration'

/** Creates the repository of the settings in the database. */
export function createConfigurationRepository(
  database: Database,
  { clock }: { readonly clock: Clock },
): ConfigurationRepository {
  const rowsOf = async (connection: Connection) => (await connection.all(selectAll)).map(readRow)
  return {
    versions: createConfigurationVersions(database),
    read: () =>
      database.transaction(async (transaction) => ({
        revision: await revisionOf(transaction),
        rows: await rowsOf(transaction),
      })),
    revision: () => revisionOf(database),
    change: async ({ remove, add, setBy, note, tests, events = [] }, revision) => {
      const { recordChanges } = await import('../audit/record-change.ts')
      return database.transaction(async (transaction) => {
        if ((await transaction.run(countUp, revision)) === 0) return false
        const before = await rowsOf(transaction)
        for (const path of remove) await transaction.run(deleteRow, JSON.stringify(path))
        const now = clock.now()
        for (const { path, value } of add) {
          await transaction.run(upsert, JSON.stringify(path), JSON.stringify(value), setBy, now)
        }
        const changed = [...remove, ...add.map(({ path }) => path)]
        const rows = await rowsOf(transaction)
        const version = { revision: revision + 1, rows, changed, setBy, setAt: now, note, tests }
        await keepVersion(transaction, version, before)
        const parts = changed.map((path) => path.join('.'))
        const told = { what: 'configuration', change: 'changed', id: String(revision + 1), by: setBy, parts } as const
        await recordChanges(transaction, now, [{ type: 'trust.changed', ...told }, ...events])
        await transaction.publish(topic, String(revision + 1))
        return true
      })
    },
  }
}

async function revisionOf(connection: Connection): Promise<number> {
  return (await connection.get(selectRevision))?.revision ?? 0
}

function readRow({ path, value, set_by: setBy, set_at: setAt }: StoredRow): ConfigurationRow {
  return { path: JSON.parse(path), value: JSON.parse(value), setBy, setAt }
}
