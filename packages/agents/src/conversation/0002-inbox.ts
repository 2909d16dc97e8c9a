import type { Migration } from '@drawbridge/store/database'

/** The table of deliveries that other processes left for a conversation. */
export const migration: Migration = ({ text, json, time, counter }) => [
  `create table agents_inbox (
    ordinal ${counter},
    session_id ${text} not null,
    id ${text} not null,
    content ${json} not null,
    created_at ${time} not null,
    unique (session_id, id)
  )`,
]
