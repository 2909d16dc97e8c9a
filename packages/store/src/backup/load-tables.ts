import { DrawbridgeError, errorMessage } from '@drawbridge/core'
import { systemClock } from '@drawbridge/core/base'
import type { DatabaseOptions } from '../database/database-options.ts'
import type { DialectConnection, SqlDialect } from '../dialect/dialect.ts'
import { openDialect } from '../dialect/open-dialect.ts'
import { quoteName, type TableAccess, type TableShape, type TableValue } from '../dialect/table-access.ts'
import { tableAccessOf } from '../dialect/table-access-of.ts'
import { applyRoomMigration } from '../migration/migrate-rooms.ts'
import { migrations } from '../migration/migrations.ts'
import type { RoomSchema } from '../migration/room-schema.ts'
import { tablePath } from './backup-path.ts'
import { versionTable } from './dump-tables.ts'
import type { BackupDatabase, BackupTable } from './manifest.ts'
import type { OpenedBackup } from './open-backup.ts'
import { decodeRow } from './table-line.ts'
import { assertWhole } from './with-snapshot.ts'

const lineFeed = 0x0a

/** The note on the table of versions until the files are in place too. */
const noteOf = ({ digest }: OpenedBackup) => `drawbridge restore ${digest}`

const rowsAtOnce = 200

/**
 * Makes the schema that the backup had and fills it, in one transaction. A database that a restore of this very backup has filled
 * before it was ended is left as it is. Resolves to the tables that have no place in this database.
 * @throws DrawbridgeError `invalid_option` for a database that holds tables already.
 */
export async function loadTables(
  target: DatabaseOptions,
  backup: OpenedBackup,
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  const { database } = backup.manifest
  if (database === null) return []
  const access = await tableAccessOf(target.kind)
  await using dialect = await openDialect(target)
  const leftOut = await dialect.transaction(
    async (connection) => {
      await dialect.lockMigrations(connection)
      if (await isEmptyFor(backup, { access, connection, name: dialect.name })) {
        await makeSchema(dialect, connection, database, target.rooms ?? [])
        await fill({ access, connection }, backup, database, signal)
        await access.writeNote(connection, versionTable, noteOf(backup))
      }
      const places = await access.tables(connection)
      return database.tables.filter((table) => !places.some(({ name }) => name === table.name)).map(({ name }) => name)
    },
    { takesTime: true },
  )
  if (target.kind === 'sqlite') await assertWhole(dialect, target.file)
  return leftOut
}

/** From now on the database is like any other. */
export async function finishLoading(target: DatabaseOptions, backup: OpenedBackup): Promise<void> {
  if (target.kind === 'sqlite' || backup.manifest.database === null) return
  const access = await tableAccessOf(target.kind)
  await using dialect = await openDialect(target)
  await access.writeNote(dialect, versionTable, undefined)
}

interface Loading {
  readonly access: TableAccess
  readonly connection: DialectConnection
}

async function isEmptyFor(
  backup: OpenedBackup,
  { access, connection, name }: Loading & { readonly name: string },
): Promise<boolean> {
  const tables = await access.tables(connection)
  if (tables.length === 0) return true
  if ((await access.readNote(connection, versionTable)) === noteOf(backup)) return false
  throw new DrawbridgeError(
    'invalid_option',
    `The database ${name} already contains ${tables.length} tables. Create an empty one (createdb) and name it in DATABASE_URL.`,
  )
}

/** @throws DrawbridgeError `store_incompatible` for tables of a room that is not there, or is older: their rows would be lost. */
async function makeSchema(
  dialect: SqlDialect,
  connection: DialectConnection,
  { migrations: names, rooms = {} }: BackupDatabase,
  known: readonly RoomSchema[],
): Promise<void> {
  for (const { load } of migrations.slice(0, names.length)) {
    const { migration } = await load()
    for (const text of migration(dialect.columnTypes)) await connection.executeText(text, [])
  }
  for (const [room, applied] of Object.entries(rooms)) {
    const schema = known.find((candidate) => candidate.room === room)
    const lost = applied.find((name, index) => schema?.migrations[index]?.name !== name)
    if (schema === undefined || lost !== undefined) throw unknownRoom(room, schema === undefined ? undefined : lost)
    for (const [index] of applied.entries())
      await applyRoomMigration(dialect, connection, schema, { version: index + 1, clock: systemClock })
  }
}

function unknownRoom(room: string, migration: string | undefined): DrawbridgeError {
  const why = migration === undefined ? 'which is not installed here' : `of a newer version (${migration})`
  return new DrawbridgeError(
    'store_incompatible',
    `The backup contains tables of the room "${room}", ${why}. Install its package and name it in "rooms" of the configuration, then restore again.`,
  )
}

async function fill(
  { access, connection }: Loading,
  backup: OpenedBackup,
  { tables }: BackupDatabase,
  signal: AbortSignal | undefined,
): Promise<void> {
  const resume = await access.suspendReferences(connection)
  const places = await access.tables(connection)
  // Migrations have put first rows there.
  for (const { name } of places) await connection.executeText(`delete from ${quoteName(name)}`, [])
  for (const table of tables) {
    const place = places.find(({ name }) => name === table.name)
    if (place === undefined) continue
    await fillTable({ access, connection }, { ...place, columns: columnsIn(place, table) }, table, backup, signal)
    if (table.counter !== null) await access.setCounter(connection, place, table.counter)
  }
  await resume()
}

/** @throws DrawbridgeError `store_incompatible` for a column that would be lost. */
function columnsIn(place: TableShape, { name, columns }: BackupTable): readonly string[] {
  const lost = columns.find((column) => !place.columns.includes(column))
  if (lost === undefined) return columns
  throw new DrawbridgeError(
    'store_incompatible',
    `The column "${lost}" of the table "${name}" does not exist in this database.`,
  )
}

async function fillTable(
  { access, connection }: Loading,
  place: TableShape,
  table: BackupTable,
  backup: OpenedBackup,
  signal: AbortSignal | undefined,
): Promise<void> {
  const path = tablePath(table.name)
  const file = backup.manifest.files.find((candidate) => candidate.path === path)
  if (file === undefined) throw new TypeError(`The backup was opened without ${path}.`)
  let rows: (readonly TableValue[])[] = []
  let count = 0
  const flush = async () => {
    signal?.throwIfAborted()
    await access.insert(connection, place, rows)
    count += rows.length
    rows = []
  }
  try {
    for await (const line of readLines(backup.read(file))) {
      rows.push(decodeRow(line, table.columns))
      if (rows.length >= rowsAtOnce) await flush()
    }
    await flush()
  } catch (error) {
    if (DrawbridgeError.isInstance(error) || signal?.aborted === true) throw error
    const where = `The table "${table.name}" cannot be restored (near row ${count + 1})`
    throw new DrawbridgeError('store_corrupt', `${where}: ${errorMessage(error)}. Nothing was changed.`, {
      cause: error,
    })
  }
  if (count === table.rows) return
  throw new DrawbridgeError(
    'store_corrupt',
    `The table "${table.name}" has ${count} rows, but ${table.rows} were written. Nothing was changed.`,
  )
}

/** The lines of a text in UTF-8. Each ends with a line feed, and with nothing else that some count as the end of a line. */
async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest: Uint8Array[] = []
  for await (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
      yield Buffer.concat([...rest, chunk.subarray(start, end)]).toString('utf8')
      rest = []
      start = end + 1
    }
    if (start < chunk.length) rest.push(chunk.subarray(start))
  }
  if (rest.length > 0) yield Buffer.concat(rest).toString('utf8')
}
