import type { Migration } from '@drawbridge/store/database'

export const migration: Migration = ({ text, json, boolean, time }) => [
  `create table mcp_grants (
    server ${text} not null,
    kind ${text} not null,
    subject ${text} not null,
    enabled ${boolean} not null,
    tool_allow ${json},
    tool_deny ${json} not null,
    changed_by ${text} not null,
    changed_at ${time} not null,
    primary key (server, kind, subject)
  )`,
  `create table mcp_access_requests (
    id ${text} primary key,
    server ${text} not null,
    kind ${text} not null,
    subject ${text} not null,
    tools ${json},
    reason ${text} not null,
    state ${text} not null,
    created_at ${time} not null,
    decided_by ${text},
    decided_at ${time},
    note ${text}
  )`,
  'create index mcp_access_requests_by_state on mcp_access_requests (state, created_at)',
]
