import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lampRoom } from '../../__fixtures__/lamp-room.ts'
import { type DatabaseOptions, openDatabase, statement } from '../../database/index.ts'
import { openDialect } from '../../dialect/open-dialect.ts'
import type { TableValue } from '../../dialect/table-access.ts'
import { tableAccessOf } from '../../dialect/table-access-of.ts'

interface Column {
  readonly table: string
  readonly sql: string
  readonly name: string
  readonly type: string
}

const listColumns = statement<[], Column>({
  sqlite: `select m.name as "table", m.sql as sql, c.name as name, lower(c.type) as type
    from sqlite_schema as m join pragma_table_info(m.name) as c
    where m.type = 'table' and m.name not in ('sqlite_sequence', 'schema_migrations', 'room_migrations')`,
  postgres: 'select',
})

/** Puts rows into every table that the migrations make, those of a room among them, whatever they mean, and resolves to the names of the tables. */
export async function fillTables(options: DatabaseOptions, rowsEach = 3): Promise<readonly string[]> {
  const { schemaVersion } = options
  const tables = Map.groupBy(await columnsOfSchema(schemaVersion), ({ table }) => table)
  await (await openDatabase({ ...options, rooms: [lampRoom()] }))[Symbol.asyncDispose]()
  await using dialect = await openDialect(options)
  const access = await tableAccessOf(options.kind)
  await dialect.transaction(async (connection) => {
    const resume = await access.suspendReferences(connection)
    for (const [name, columns] of tables) {
      const shape = { name, columns: columns.map((column) => column.name), counter: undefined }
      // A table of one row has it from its migration.
      if (/check \(id = 1\)/.test(columns[0]?.sql ?? '')) continue
      const rows = Array.from({ length: rowsEach }, (_, row) => columns.map((column) => valueFor(column, row + 1)))
      await access.insert(connection, shape, rows)
    }
    await resume()
  })
  const noted = schemaVersion === undefined ? ['schema_migrations', 'room_migrations'] : ['schema_migrations']
  return [...tables.keys(), ...noted].sort()
}

/** The same in every column of a type, so that what refers to another table finds it. */
function valueFor({ name, sql, type }: Column, row: number): TableValue {
  const allowed = new RegExp(`\\b${name} in \\('([^']*)'`).exec(sql)?.[1]
  if (allowed !== undefined) return allowed
  if (type === 'integer') return row
  if (type === 'real') return row + 0.1
  if (type === 'blob') return new Uint8Array([0, 255, row])
  return `row ${row}: "quoted" \\ \u2028 \n\t é 漢 😀 \u0001`
}

async function columnsOfSchema(schemaVersion: number | undefined): Promise<readonly Column[]> {
  const folder = await mkdtemp(join(tmpdir(), 'drawbridge-schema-'))
  try {
    const version = schemaVersion === undefined ? { rooms: [lampRoom()] } : { schemaVersion }
    await using database = await openDatabase({ kind: 'sqlite', file: join(folder, 'drawbridge.db'), ...version })
    return await database.all(listColumns)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
