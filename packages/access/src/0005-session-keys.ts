import type { Migration } from '@drawbridge/store/database'

/** The keys that carry the decisions of a person and that had a part in what a session does. */
export const migration: Migration = ({ text }) => [
  `create table gateway_session_keys (
    session_id ${text} not null,
    key_id ${text} not null,
    primary key (session_id, key_id)
  )`,
  'create index gateway_session_keys_key on gateway_session_keys (key_id)',
]
