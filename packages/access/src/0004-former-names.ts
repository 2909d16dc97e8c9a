import type { Migration } from '@drawbridge/store/database'

/** The names of users who were removed. What they left in sessions, files, memory and grants stays under their name. */
export const migration: Migration = ({ text, time }) => [
  `create table gateway_former_names (
    name ${text} primary key,
    user_id ${text} not null,
    removed_at ${time} not null
  )`,
]
