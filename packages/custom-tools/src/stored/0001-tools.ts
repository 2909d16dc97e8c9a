import type { Migration } from '@drawbridge/store/database'

export const migration: Migration = ({ text, json, integer, boolean, time }) => [
  `create table custom_tools (
    name ${text} primary key,
    agent ${text},
    definition ${json} not null,
    enabled ${boolean} not null,
    environment ${text} not null,
    revision ${integer} not null,
    changed_by ${text} not null,
    changed_at ${time} not null
  )`,
  `create table custom_environments (
    id ${text} primary key,
    owner ${text} not null,
    variable ${text} not null,
    encrypted_value ${text} not null,
    key_id ${text} not null
  )`,
  'create index custom_environments_owner on custom_environments (owner)',
  `create table custom_state (
    id ${text} primary key,
    revision ${integer} not null
  )`,
]
