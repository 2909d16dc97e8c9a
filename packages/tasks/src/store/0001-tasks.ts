import type { Migration } from '@drawbridge/store/database'

export const migration: Migration = ({ text, json, integer, time, boolean, counter }) => [
  `create table tasks_tasks (
    id ${text} primary key,
    title ${text} not null,
    status ${text} not null check (status in ('open', 'completed', 'failed', 'cancelled')),
    reason ${text},
    agent_id ${text} not null,
    user_id ${text} not null,
    session ${text} not null,
    created_at ${time} not null,
    changed_at ${time} not null
  )`,
  'create index tasks_tasks_owner on tasks_tasks (agent_id, user_id, created_at)',
  // "unmet": how many of the steps that it needs are not completed, so that a claim looks at one row.
  `create table tasks_steps (
    task ${text} not null references tasks_tasks (id) on delete cascade,
    step_key ${text} not null,
    position ${integer} not null,
    title ${text} not null,
    instructions ${text} not null,
    allowed_tools ${json},
    worker ${text},
    status ${text} not null check (status in ('pending', 'in_progress', 'completed', 'failed', 'cancelled')),
    claimant_session ${text},
    claimant_run ${text},
    claimant_child ${boolean},
    leased_until ${time},
    unmet ${integer} not null,
    attempts ${integer} not null,
    note ${text},
    result ${text},
    started_at ${time},
    ended_at ${time},
    primary key (task, step_key)
  )`,
  `create index tasks_steps_ready on tasks_steps (task, position) where status = 'pending' and unmet = 0`,
  `create index tasks_steps_leases on tasks_steps (task, leased_until) where status = 'in_progress'`,
  `create index tasks_steps_claimant on tasks_steps (claimant_session) where status = 'in_progress'`,
  `create table tasks_dependencies (
    task ${text} not null,
    step_key ${text} not null,
    needs ${text} not null,
    primary key (task, step_key, needs)
  )`,
  'create index tasks_dependencies_needs on tasks_dependencies (task, needs)',
  // The order of the changes. Rows are never changed.
  `create table tasks_changes (
    id ${counter},
    task ${text} not null,
    step_key ${text},
    change ${text} not null,
    session ${text} not null,
    note ${text},
    changed_at ${time} not null
  )`,
  'create index tasks_changes_task on tasks_changes (task, id)',
  `create table tasks_workers (
    session ${text} primary key,
    task ${text} not null references tasks_tasks (id) on delete cascade,
    step_key ${text},
    label ${text} not null,
    dispatcher ${text} not null,
    status ${text} not null check (status in ('running', 'completed', 'failed', 'cancelled')),
    report ${text},
    started_at ${time} not null,
    seen_at ${time} not null,
    ended_at ${time}
  )`,
  'create index tasks_workers_task on tasks_workers (task, started_at)',
]
