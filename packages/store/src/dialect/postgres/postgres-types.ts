import type { ColumnTypes } from '../../migration/migration.ts'

export const postgresTypes: ColumnTypes = {
  kind: 'postgres',
  text: 'text',
  // jsonb would order keys anew, and both JSON types fail to read into what a model may well have written: \u0000.
  json: 'text',
  integer: 'bigint',
  time: 'bigint',
  bytes: 'bytea',
  boolean: 'smallint',
  real: 'double precision',
  counter: 'bigint generated always as identity primary key',
}
