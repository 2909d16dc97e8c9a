import type { Migration } from '@drawbridge/store/database'

/** Answers to keyed requests, and the secret that signs cursors. */
export const migration: Migration = ({ text, integer, time, json }) => [
  `create table gateway_answers (
    caller ${text} not null,
    request_key ${text} not null,
    fingerprint ${text} not null,
    answer ${json},
    created_at ${time} not null,
    primary key (caller, request_key)
  )`,
  'create index gateway_answers_age on gateway_answers (created_at)',
  `create table gateway_cursor_secret (id ${integer} primary key, secret ${text} not null)`,
]
