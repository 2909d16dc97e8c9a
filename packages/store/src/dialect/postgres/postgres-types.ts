import type { ColumnTypes } from '../../migration/migration.ts'

export const postgresTypes: ColumnTypes = {
  kind: 'postgres',
  text: 'text',
  // jsonb would reorder keys, and both JSON types cannot read \u0000, which a model may well have written.
  json: 'text',
  integer: 'bigint',
  time: 'bigint',
  bytes: 'bytea',
  boolean: 'smallint',
  real: 'double precision',
  counter: 'bigint generated always as identity primary key',
}
