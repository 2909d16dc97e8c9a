import type { Migration } from '@drawbridge/store/database'

export const migration: Migration = ({ text, json, integer, time }) => [
  `create table delegations_links (
    source ${text} not null,
    target ${text} not null,
    direction ${text} not null check (direction in ('outbound', 'bidirectional')),
    settings ${json} not null,
    created_at ${time} not null,
    primary key (source, target)
  )`,
  // One row for each target, which is locked while a delegation is admitted: so all processes keep its limits.
  `create table delegations_targets (agent ${text} primary key)`,
  `create table delegations_runs (
    id ${text} primary key,
    source ${text} not null,
    target ${text} not null,
    user_id ${text} not null,
    session ${text} not null,
    label ${text} not null,
    state ${text} not null,
    answer ${text} not null,
    message ${text},
    skips_gates ${integer} not null,
    passed ${integer},
    revisions ${integer} not null,
    feedback ${text},
    created_at ${time} not null,
    ended_at ${time}
  )`,
  'create index delegations_runs_open on delegations_runs (target, state)',
  'create index delegations_runs_source on delegations_runs (source, user_id, created_at)',
]
