import type { Migration } from '@drawbridge/store/database'

/** The nodes that share the database. */
export const migration: Migration = ({ text, boolean, time }) => [
  `create table gateway_nodes (
    id ${text} primary key,
    version ${text} not null,
    url ${text} not null,
    policy ${text} not null,
    policy_problem ${text},
    draining ${boolean} not null,
    started_at ${time} not null,
    seen_at ${time} not null
  )`,
]
