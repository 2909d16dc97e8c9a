import type { Migration } from '../migration.ts'

/** The settings of the database as they were after each change, and what people prepare as the next policy. */
export const migration: Migration = ({ text, json, integer, time }) => [
  `create table configuration_versions (
    revision ${integer} primary key,
    settings ${json} not null,
    changed ${json} not null,
    set_by ${text} not null,
    set_at ${time} not null,
    note ${text}
  )`,
  `create table policy_drafts (
    owner ${text} primary key,
    edition ${time} not null,
    content ${json} not null,
    base ${json} not null,
    note ${text},
    simulation ${json},
    updated_at ${time} not null
  )`,
]
