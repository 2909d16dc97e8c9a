import type { Migration } from '@drawbridge/store/database'

/** Keeps what a person had forgotten and when, so that nothing that was said before brings it back. */
export const migration: Migration = ({ text, time }) => [
  `create table memory_forgotten (
    agent_id ${text} not null,
    user_id ${text} not null,
    project ${text} not null,
    kind ${text} not null check (kind in ('path', 'source')),
    name ${text} not null,
    forgotten_at ${time} not null,
    primary key (agent_id, user_id, project, kind, name)
  )`,
]
