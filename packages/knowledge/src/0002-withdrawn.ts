import type { Migration } from '@drawbridge/store/database'

/** Keeps which sources were withdrawn and when, so that a job that was asked for before does not learn them again. */
export const migration: Migration = ({ text, time }) => [
  `create table knowledge_withdrawn (
    agent_id ${text} not null,
    user_id ${text} not null,
    project ${text} not null,
    source ${text} not null,
    withdrawn_at ${time} not null,
    primary key (agent_id, user_id, project, source)
  )`,
]
