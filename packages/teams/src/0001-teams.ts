import type { Migration } from '@drawbridge/store/database'

export const migration: Migration = ({ text, json, integer, time, counter }) => [
  `create table teams_teams (
    id ${text} primary key,
    description ${text} not null,
    lead ${text} not null,
    members ${json} not null,
    reviewers ${json} not null,
    settings ${json} not null,
    next_number ${integer} not null,
    created_at ${time} not null
  )`,
  `create table teams_tasks (
    id ${text} primary key,
    team ${text} not null,
    number ${integer} not null,
    subject ${text} not null,
    description ${text} not null,
    status ${text} not null,
    priority ${integer} not null,
    assignee ${text},
    created_by ${text} not null,
    user_id ${text} not null,
    session ${text},
    requires_approval ${integer} not null,
    result ${text},
    percent ${integer} not null,
    step ${text},
    attachments ${json} not null,
    question ${json},
    lease_until ${time},
    dispatches ${integer} not null,
    attempt ${integer} not null,
    reason ${text},
    created_at ${time} not null,
    updated_at ${time} not null,
    unique (team, number)
  )`,
  'create index teams_tasks_status on teams_tasks (team, status)',
  'create index teams_tasks_leases on teams_tasks (status, lease_until)',
  `create table teams_blockers (
    task ${text} not null,
    blocker ${text} not null,
    primary key (task, blocker)
  )`,
  'create index teams_blockers_blocker on teams_blockers (blocker)',
  `create table teams_comments (
    position ${counter},
    task ${text} not null,
    author ${text} not null,
    kind ${text} not null check (kind in ('note', 'blocker')),
    text ${text} not null,
    at ${time} not null
  )`,
  'create index teams_comments_task on teams_comments (task)',
  `create table teams_events (
    position ${counter},
    team ${text} not null,
    task ${text} not null,
    type ${text} not null,
    actor ${text} not null,
    user_id ${text} not null,
    data ${json} not null,
    at ${time} not null
  )`,
  'create index teams_events_team on teams_events (team, position)',
  'create index teams_events_task on teams_events (task)',
  `create table teams_messages (
    position ${counter},
    team ${text} not null,
    sender ${text} not null,
    recipient ${text} not null,
    user_id ${text} not null,
    text ${text} not null,
    sent_at ${time} not null,
    read_at ${time}
  )`,
  'create index teams_messages_unread on teams_messages (team, recipient, user_id, read_at)',
]
