import { DrawbridgeError } from '@drawbridge/core'
import type { Clock } from '@drawbridge/core/base'
import { statement } from '../database/statement.ts'
import type { DialectConnection, SqlDialect } from '../dialect/dialect.ts'
import type { RoomSchema } from './room-schema.ts'

interface AppliedMigration {
  readonly room: string
  readonly name: string
}

const listApplied = statement<[], AppliedMigration>('select room, name from room_migrations order by room, version')
const noteApplied = statement<[room: string, version: number, name: string, appliedAt: number]>(
  'insert into room_migrations (room, version, name, applied_at) values ($1, $2, $3, $4)',
)

/** The names of the migrations that each room has seen in a database, oldest first. */
export async function appliedByRoom(connection: DialectConnection): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = (await connection.execute(listApplied, [])).rows as readonly AppliedMigration[]
  return new Map(
    [...Map.groupBy(rows, ({ room }) => room)].map(([room, found]) => [room, found.map((row) => row.name)]),
  )
}

/**
 * Brings the tables of rooms up to date, one migration a transaction, under the lock of all migrations. One short read if nothing
 * is to be done, none if no room has tables. A room that the database knows and that is not among these keeps its tables.
 * @throws DrawbridgeError `store_incompatible` for tables that a newer version of a room, or another room of its name, has made.
 */
export async function migrateRooms(
  dialect: SqlDialect,
  { clock, rooms }: { readonly clock: Clock; readonly rooms: readonly RoomSchema[] },
): Promise<void> {
  const withTables = rooms.filter(({ migrations }) => migrations.length > 0)
  if (withTables.length === 0) return
  const applied = await appliedByRoom(dialect)
  for (const schema of withTables) {
    const { room, migrations } = schema
    let version = stepsDone(schema, applied.get(room) ?? [], dialect.name)
    while (version < migrations.length) version = await takeStep(dialect, schema, clock)
  }
}

/** Runs the next migration of a room, unless another process was faster. Resolves to how many have run. */
function takeStep(dialect: SqlDialect, schema: RoomSchema, clock: Clock): Promise<number> {
  const step = async (connection: DialectConnection) => {
    await dialect.lockMigrations(connection)
    const done = stepsDone(schema, (await appliedByRoom(connection)).get(schema.room) ?? [], dialect.name)
    if (done < schema.migrations.length)
      await applyRoomMigration(dialect, connection, schema, { version: done + 1, clock })
    return Math.min(done + 1, schema.migrations.length)
  }
  return dialect.transaction(step, { takesTime: true })
}

/** Runs one migration of a room and notes that it has run. */
export async function applyRoomMigration(
  dialect: SqlDialect,
  connection: DialectConnection,
  { room, migrations }: RoomSchema,
  { version, clock }: { readonly version: number; readonly clock: Clock },
): Promise<void> {
  const entry = migrations[version - 1]
  if (entry === undefined) throw new TypeError(`The room "${room}" has no migration ${version}.`)
  const { migration } = await entry.load()
  for (const text of migration(dialect.columnTypes)) await connection.executeText(text, [])
  await connection.execute(noteApplied, [room, version, entry.name, clock.now()])
}

function stepsDone({ room, migrations }: RoomSchema, applied: readonly string[], name: string): number {
  const foreign = applied.find((step, index) => migrations[index]?.name !== step)
  if (foreign === undefined) return applied.length
  throw new DrawbridgeError(
    'store_incompatible',
    `The tables of the room "${room}" in ${name} were made by "${foreign}", which this version of the room does not have. ` +
      'Update the package of the room, or restore a backup from before the newer one ran.',
  )
}
