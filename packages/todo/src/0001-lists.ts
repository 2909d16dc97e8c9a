import type { Migration } from '@drawbridge/store/database'

export const migration: Migration = ({ text, json, time }) => [
  `create table todo_lists (
    session ${text} primary key,
    todos ${json} not null,
    changed_at ${time} not null
  )`,
]
