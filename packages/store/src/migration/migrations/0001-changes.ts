import type { Migration } from '../migration.ts'

export const migration: Migration = ({ kind, text, integer, time, counter }) => [
  `create table schema_migrations (
    version ${integer} primary key,
    name ${text} not null,
    applied_at ${time} not null
  )`,
  // Numbers are given before the commit on PostgreSQL, so that a later commit may carry a lower one: the id of the transaction
  // tells what may have been missed.
  `create table changes (
    sequence ${counter},
    topic ${text} not null,
    key ${text} not null,
    created_at ${time} not null
    ${kind === 'postgres' ? ', transaction_id xid8 not null default pg_current_xact_id()' : ''}
  )`,
  'create index changes_created_at on changes (created_at)',
]
