import type { Migration } from '@drawbridge/store/database'

/** The last sender of each session, for whom its run goes on. */
export const migration: Migration = ({ text }) => [
  `create table gateway_session_senders (
    session_id ${text} primary key,
    user_id ${text} not null,
    key_id ${text}
  )`,
]
