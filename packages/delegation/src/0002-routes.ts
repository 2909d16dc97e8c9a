import type { Migration } from '@drawbridge/store/database'

export const migration: Migration = ({ text, time }) => [
  `create table delegations_routes (
    channel ${text} not null,
    chat ${text} not null,
    agent ${text} not null,
    session ${text} not null,
    source ${text} not null,
    reason ${text} not null,
    context_session ${text},
    context_node ${text},
    created_at ${time} not null,
    primary key (channel, chat)
  )`,
]
