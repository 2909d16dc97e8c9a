import type { ColumnTypes } from '../../migration/migration.ts'

export const postgresTypes: ColumnTypes = {
  kind: 'postgres',
  text: 'text',
  // Not jsonb, which would order keys anew.
  json: 'json',
  integer: 'bigint',
  time: 'bigint',
  bytes: 'bytea',
  boolean: 'smallint',
  real: 'double precision',
  counter: 'bigint generated always as identity primary key',
}
