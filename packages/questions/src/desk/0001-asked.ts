import type { Migration } from '@drawbridge/store/database'

export const migration: Migration = ({ text, json, time }) => [
  `create table questions_asked (
    id ${text} primary key,
    identity ${text} not null,
    request ${json} not null,
    state ${text} not null check (state in ('pending', 'replied', 'consumed', 'withdrawn')),
    reply ${json},
    replied_by ${text},
    replied_at ${time},
    expires_at ${time} not null
  )`,
  "create unique index questions_asked_pending on questions_asked (identity) where state = 'pending'",
  'create index questions_asked_identity on questions_asked (identity)',
]
