import { DrawbridgeError } from '@drawbridge/core'
import type { Connection, Transaction } from '../database/database.ts'
import { statement } from '../database/statement.ts'
import { quoteName } from '../dialect/table-access.ts'
import type { KeyRing } from './key-ring.ts'
import type { KeySource } from './key-source.ts'

/** A column of the schema that holds ids of keys. */
export interface KeyColumn {
  readonly table: string
  readonly column: string
}

/** The database itself is asked, not a list: the values of a room that is not loaded today must stay readable as well. */
const selectKeyColumns = statement<[], KeyColumn>({
  sqlite: `select tables.name as "table", columns.name as "column"
    from pragma_table_list as tables join pragma_table_xinfo(tables.name) as columns
    where tables.schema = 'main' and tables.type = 'table'
      and (columns.name = 'key_id' or columns.name like '%!_key!_id' escape '!')
    order by tables.name, columns.name`,
  postgres: `select tables.relname as "table", columns.attname as "column"
    from pg_class as tables join pg_attribute as columns on columns.attrelid = tables.oid
    where tables.relkind in ('r', 'p') and tables.relnamespace = current_schema()::regnamespace
      and columns.attnum > 0 and not columns.attisdropped and has_table_privilege(tables.oid, 'select')
      and (columns.attname = 'key_id' or columns.attname like '%!_key!_id' escape '!')
    order by tables.relname, columns.attname`,
})

export function keyColumns(connection: Connection): Promise<readonly KeyColumn[]> {
  return connection.all(selectKeyColumns)
}

/** The form of our ids: tables of other programs may have columns of these names. */
const keyId = /^[\da-f]{16}$/

/** The keys without which something could no longer be read. */
export async function keysInUse(connection: Connection): Promise<ReadonlySet<string>> {
  const parts = (await keyColumns(connection)).map(
    ({ table, column }) => `select cast(${quoteName(column)} as text) as id from ${quoteName(table)}`,
  )
  if (parts.length === 0) return new Set()
  const rows = await connection.all(statement<[], { id: string | null }>(parts.join(' union ')))
  return new Set(rows.flatMap(({ id }) => (id !== null && keyId.test(id) ? [id] : [])))
}

/**
 * Returns the keys to write with, creating one if nothing is stored yet. Refuses if a key that is in use is missing:
 * otherwise half of the secrets could not be read later. Call it under the lock.
 */
export async function keysToWriteWith(transaction: Transaction, keys: KeySource): Promise<KeyRing> {
  const used = await keysInUse(transaction)
  const ring = used.size === 0 ? await keys.obtain() : await keys.load()
  const missing = [...used].filter((id) => ring?.find(id) === undefined)
  if (ring !== undefined && missing.length === 0) return ring
  throw new DrawbridgeError(
    'invalid_option',
    `Stored secrets are encrypted with the key ${missing.join(' and ')}, which ${keys.name} does not contain. Add that key, or remove what it encrypts: \`drawbridge secrets list\` and \`drawbridge programs list\` show the key of each.`,
  )
}
