import type { Migration } from '@drawbridge/store/database'

/** The process that may write to a conversation. */
export const migration: Migration = ({ text, integer, time }) => [
  `create table agents_writers (
    session_id ${text} primary key,
    token ${text} not null,
    host ${text} not null,
    pid ${integer} not null,
    process_started ${text} not null,
    heartbeat_at ${time} not null
  )`,
]
