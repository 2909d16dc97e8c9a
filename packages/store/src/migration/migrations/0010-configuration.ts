import type { Migration } from '../migration.ts'

/** The operator's settings in the database, and a count of their changes, so that every process notices a change cheaply. */
export const migration: Migration = ({ text, json, integer, time }) => [
  `create table configuration (
    path ${text} primary key,
    value ${json} not null,
    set_by ${text} not null,
    set_at ${time} not null
  )`,
  `create table configuration_state (id ${integer} primary key check (id = 1), revision ${integer} not null)`,
  'insert into configuration_state (id, revision) values (1, 0)',
]
