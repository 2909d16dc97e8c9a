import type { DialectConnection } from '../dialect.ts'
import { quoteName, type TableAccess, type TableRow } from '../table-access.ts'

const pageRows = 500

const listColumns = `
  select tables.name as "table", columns.name as "column"
  from pragma_table_list as tables join pragma_table_xinfo(tables.name) as columns
  where tables.schema = 'main' and tables.type = 'table' and substr(tables.name, 1, 7) <> 'sqlite_' and columns.hidden = 0
  order by tables.name, columns.cid`

export const sqliteTables: TableAccess = {
  readOnly: async () => undefined,

  tables: async (connection) => {
    const columns = await rowsOf<{ table: string; column: string }>(connection, listColumns)
    const counted = "select name, sql from sqlite_schema where type = 'table' and sql like '%autoincrement%'"
    const counters = new Map((await rowsOf<{ name: string }>(connection, counted)).map(({ name }) => [name, 0]))
    if (counters.size > 0) {
      const given = await rowsOf<{ name: string; seq: number }>(connection, 'select name, seq from sqlite_sequence')
      for (const { name, seq } of given) counters.set(name, seq)
    }
    return [...Map.groupBy(columns, ({ table }) => table)].map(([name, found]) => ({
      name,
      columns: found.map(({ column }) => column),
      counter: counters.get(name),
    }))
  },

  pages: async function* (connection, { name, columns }) {
    const list = columns.map(quoteName).join(', ')
    // A table without row ids is ordered by its key, so that pages can be counted off.
    const [shape] = await rowsOf<{ wr: number }>(connection, 'select wr from pragma_table_list where name = ?', name)
    if (shape?.wr === 1) {
      const page = `select ${list} from ${quoteName(name)} limit ${pageRows} offset ?`
      for (let offset = 0; ; offset += pageRows) {
        const rows = await rowsOf<TableRow>(connection, page, offset)
        if (rows.length > 0) yield rows
        if (rows.length < pageRows) return
      }
    }
    const page = `select ${list}, _rowid_ as ${quoteName(placeName)} from ${quoteName(name)} where _rowid_ > ? order by _rowid_ limit ${pageRows}`
    for (let last = Number.MIN_SAFE_INTEGER; ; ) {
      const rows = await rowsOf<TableRow>(connection, page, last)
      if (rows.length > 0) yield rows.map(({ [placeName]: _, ...row }) => row)
      if (rows.length < pageRows) return
      last = Number(rows.at(-1)?.[placeName])
    }
  },

  suspendReferences: async (connection) => {
    await connection.executeText('pragma defer_foreign_keys = on', [])
    // They are checked with the commit.
    return async () => undefined
  },

  insert: async (connection, { name, columns }, rows) => {
    const places = columns.map(() => '?').join(', ')
    const text = `insert into ${quoteName(name)} (${columns.map(quoteName).join(', ')}) values (${places})`
    for (const row of rows) await connection.executeText(text, row)
  },

  setCounter: async (connection, { name }, last) => {
    await connection.executeText('delete from sqlite_sequence where name = ?', [name])
    await connection.executeText('insert into sqlite_sequence (name, seq) values (?, ?)', [name, last])
  },

  readNote: async () => undefined,
  writeNote: async () => undefined,
}

/** No column of ours is called that. */
const placeName = 'place of the row'

async function rowsOf<Row>(
  connection: DialectConnection,
  text: string,
  ...parameters: readonly unknown[]
): Promise<readonly Row[]> {
  return (await connection.executeText(text, parameters)).rows as readonly Row[]
}
