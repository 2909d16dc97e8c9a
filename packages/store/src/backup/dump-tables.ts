import { DrawbridgeError } from '@drawbridge/core'
import type { DatabaseKind } from '../database/statement.ts'
import type { TableShape } from '../dialect/table-access.ts'
import { appliedByRoom } from '../migration/migrate-rooms.ts'
import { migrations } from '../migration/migrations.ts'
import { tablePath } from './backup-path.ts'
import type { BackupDatabase, BackupFile, BackupTable } from './manifest.ts'
import { encodeRow } from './table-line.ts'
import type { DatabaseSnapshot } from './with-snapshot.ts'
import { writeNewFile } from './write-new-file.ts'

export interface DumpOptions {
  readonly kind: DatabaseKind
  readonly name: string
  /** The backup's folder. */
  readonly folder: string
  readonly signal: AbortSignal | undefined
}

export interface Dump {
  readonly database: BackupDatabase
  readonly files: readonly BackupFile[]
}

/** Writes every table that the database has as JSON Lines. Undefined for a database that nothing has been kept in yet. */
export async function dumpTables(snapshot: DatabaseSnapshot, options: DumpOptions): Promise<Dump | undefined> {
  const shapes = await snapshot.access.tables(snapshot.connection)
  if (!shapes.some(({ name }) => name === versionTable)) return undefined
  const names = await appliedMigrations(snapshot, options.name)
  const rooms = shapes.some(({ name }) => name === roomTable)
    ? { rooms: Object.fromEntries(await appliedByRoom(snapshot.connection)) }
    : {}
  const [tables, files]: [BackupTable[], BackupFile[]] = [[], []]
  for (const shape of shapes) {
    let rows = 0
    const path = tablePath(shape.name)
    const lines = async function* () {
      for await (const page of snapshot.access.pages(snapshot.connection, shape)) {
        options.signal?.throwIfAborted()
        rows += page.length
        yield page.map((row) => `${encodeRow(row)}\n`).join('')
      }
    }
    files.push({ path, ...(await writeNewFile(options.folder, path, lines())), executable: false })
    tables.push({ name: shape.name, columns: shape.columns, rows, counter: shape.counter ?? null })
  }
  return { database: { kind: options.kind, migrations: names, ...rooms, tables }, files }
}

/** @throws DrawbridgeError `store_incompatible` for a database of a newer program, which may keep things that this one cannot read. */
async function appliedMigrations(snapshot: DatabaseSnapshot, name: string): Promise<readonly string[]> {
  const text = `select name from ${versionTable} order by version`
  const { rows } = await snapshot.connection.executeText(text, [])
  const names = (rows as readonly { name: string }[]).map((row) => row.name)
  if (names.length <= migrations.length) return names
  throw new DrawbridgeError(
    'store_incompatible',
    `The database ${name} has schema ${names.length}, made by a newer Drawbridge; this one knows up to ${migrations.length}. Update Drawbridge.`,
  )
}

/** Tells which migrations a database has seen. */
export const versionTable = 'schema_migrations' satisfies TableShape['name']

const roomTable = 'room_migrations' satisfies TableShape['name']
