import type { Migration } from '../migration.ts'

export const migration: Migration = ({ text, json, integer, time, boolean }) => [
  // One row, updated first by every change of a secret or a program: a lock that works on both databases, and a count
  // of changes.
  `create table secret_state (
    id ${integer} primary key check (id = 1),
    revision ${integer} not null
  )`,
  'insert into secret_state (id, revision) values (1, 0)',
  `create table config_secrets (
    name ${text} primary key,
    envelope ${text} not null,
    key_id ${text} not null,
    created_at ${time} not null,
    updated_at ${time} not null
  )`,
  `create table secure_cli_binaries (
    binary_name ${text} primary key,
    binary_path ${text},
    preset ${text},
    encrypted_env ${text} not null,
    key_id ${text} not null,
    deny_args ${json} not null,
    deny_verbose ${json} not null,
    timeout_seconds ${integer} not null,
    tips ${text} not null,
    enabled ${boolean} not null,
    created_at ${time} not null,
    updated_at ${time} not null
  )`,
  // An empty agent or user stands for every one.
  `create table secure_cli_grants (
    binary_name ${text} not null references secure_cli_binaries (binary_name),
    agent ${text} not null,
    user_id ${text} not null,
    created_at ${time} not null,
    primary key (binary_name, agent, user_id)
  )`,
]
