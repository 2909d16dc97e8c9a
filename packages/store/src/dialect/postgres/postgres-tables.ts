import type { DialectConnection } from '../dialect.ts'
import { quoteName, type TableAccess, type TableRow } from '../table-access.ts'

const pageRows = 500

/** Numbers of transactions mean something to their own server alone: another one gives its own. */
const listColumns = `
  select tables.relname as "table", columns.attname as "column", columns.attidentity <> '' as counts
  from pg_class as tables join pg_attribute as columns on columns.attrelid = tables.oid
  where tables.relkind in ('r', 'p') and not tables.relispartition and tables.relnamespace = current_schema()::regnamespace
    and columns.attnum > 0 and not columns.attisdropped and columns.attgenerated = '' and columns.atttypid <> 'xid8'::regtype
    and not exists (
      select from pg_depend where objid = tables.oid and classid = 'pg_class'::regclass and deptype = 'e'
    )
  order by tables.relname collate "C", columns.attnum`

const listReferences = `
  select conname as name, conrelid::regclass::text as "table", pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = current_schema()::regnamespace
  order by conname`

export const postgresTables: TableAccess = {
  readOnly: async (connection) => {
    await connection.executeText('set transaction isolation level repeatable read, read only', [])
    await patiently(connection)
  },

  tables: async (connection) => {
    const columns = await rowsOf<{ table: string; column: string; counts: boolean }>(connection, listColumns)
    const tables = []
    for (const [name, found] of Map.groupBy(columns, ({ table }) => table)) {
      const counting = found.find(({ counts }) => counts)
      tables.push({
        name,
        columns: found.map(({ column }) => column),
        counter: counting === undefined ? undefined : await lastNumber(connection, name, counting.column),
      })
    }
    return tables
  },

  pages: async function* (connection, { name, columns }) {
    const list = columns.map(quoteName).join(', ')
    await connection.executeText(`declare pages no scroll cursor for select ${list} from ${quoteName(name)}`, [])
    for (;;) {
      const rows = await rowsOf<TableRow>(connection, `fetch ${pageRows} from pages`)
      if (rows.length === 0) break
      yield rows
    }
    await connection.executeText('close pages', [])
  },

  suspendReferences: async (connection) => {
    await patiently(connection)
    const references = await rowsOf<{ name: string; table: string; definition: string }>(connection, listReferences)
    for (const { name, table } of references) {
      await connection.executeText(`alter table ${table} drop constraint ${quoteName(name)}`, [])
    }
    return async () => {
      for (const { name, table, definition } of references) {
        await connection.executeText(`alter table ${table} add constraint ${quoteName(name)} ${definition}`, [])
      }
    }
  },

  insert: async (connection, { name, columns }, rows) => {
    if (rows.length === 0) return
    const places = rows.map(
      (_, row) => `(${columns.map((_, column) => `$${row * columns.length + column + 1}`).join(', ')})`,
    )
    const into = `${quoteName(name)} (${columns.map(quoteName).join(', ')})`
    await connection.executeText(`insert into ${into} overriding system value values ${places.join(', ')}`, rows.flat())
  },

  setCounter: async (connection, { name }, last) => {
    const columns = await rowsOf<{ table: string; column: string; counts: boolean }>(connection, listColumns)
    const counting = columns.find(({ table, counts }) => table === name && counts)
    if (counting === undefined) return
    const parameters = [quoteName(name), counting.column, Math.max(last, 1), last > 0]
    await connection.executeText('select setval(pg_get_serial_sequence($1, $2), $3, $4)', parameters)
  },

  readNote: async (connection, table) => {
    const text = "select obj_description(to_regclass($1)::oid, 'pg_class') as note"
    const [found] = await rowsOf<{ note: string | null }>(connection, text, quoteName(table))
    return found?.note ?? undefined
  },

  writeNote: async (connection, table, note) => {
    const text = note === undefined ? 'null' : `'${note.replaceAll("'", "''")}'`
    await connection.executeText(`comment on table ${quoteName(table)} is ${text}`, [])
  },
}

/** Much is read or written at once, and the disk on the other side may be slow. */
async function patiently(connection: DialectConnection): Promise<void> {
  await connection.executeText('set local statement_timeout = 0', [])
  await connection.executeText('set local idle_in_transaction_session_timeout = 0', [])
}

async function lastNumber(connection: DialectConnection, table: string, column: string): Promise<number> {
  const [sequence] = await rowsOf<{ name: string }>(
    connection,
    'select pg_get_serial_sequence($1, $2) as name',
    quoteName(table),
    column,
  )
  if (sequence === undefined) return 0
  const text = `select case when is_called then last_value else 0 end as last from ${sequence.name}`
  const [counter] = await rowsOf<{ last: number }>(connection, text)
  return counter?.last ?? 0
}

async function rowsOf<Row>(
  connection: DialectConnection,
  text: string,
  ...parameters: readonly unknown[]
): Promise<readonly Row[]> {
  return (await connection.executeText(text, parameters)).rows as readonly Row[]
}
