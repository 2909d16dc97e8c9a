import type { ColumnTypes } from '../../migration/migration.ts'

export const sqliteTypes: ColumnTypes = {
  kind: 'sqlite',
  text: 'text',
  json: 'text',
  integer: 'integer',
  time: 'integer',
  bytes: 'blob',
  boolean: 'integer',
  real: 'real',
  // Never assigns a number twice, so that watchers can tell a gap from a pruned row.
  counter: 'integer primary key autoincrement',
}
