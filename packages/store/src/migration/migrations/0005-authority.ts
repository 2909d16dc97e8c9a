import type { Migration } from '../migration.ts'

export const migration: Migration = ({ text, json, integer, time }) => [
  // The owner is user and agent as JSON, so that a missing name differs from an empty one.
  `create table permission_grants (
    id ${text} primary key,
    owner ${json} not null,
    tool ${text} not null,
    scopes ${json} not null,
    permission ${text} not null,
    risk ${text} not null,
    granted_by ${text} not null,
    granted_at ${time} not null,
    expires_at ${time},
    last_used_at ${time},
    revoked_at ${time},
    revoked_by ${text}
  )`,
  'create index permission_grants_owner on permission_grants (owner)',
  // Requests that ask the same have the same question, of which one at a time is open.
  `create table approvals (
    id ${text} primary key,
    question ${text} not null,
    run ${text} not null,
    request ${json} not null,
    state ${text} not null check (state in ('pending', 'decided', 'consumed', 'withdrawn', 'ended')),
    decision ${json},
    decided_by ${text},
    decided_at ${time},
    asked_by ${text} not null,
    asked_at ${time} not null,
    expires_at ${time} not null
  )`,
  "create unique index approvals_open_question on approvals (question) where state = 'pending'",
  'create index approvals_question on approvals (question)',
  'create index approvals_run on approvals (run)',
  'create index approvals_expires_at on approvals (expires_at)',
  `create table redeemed_receipts (
    request_id ${text} primary key,
    redeemed_at ${time} not null
  )`,
  // The counted state as JSON: a bucket's level, or the times of a window's calls.
  `create table limit_counters (
    counter ${text} primary key,
    value ${json},
    touched ${integer} not null,
    useful_until ${time} not null
  )`,
  'create index limit_counters_useful_until on limit_counters (useful_until)',
  // Calls that run now. A place counts until its lease ends, which its process puts off for as long as it lives.
  `create table limit_places (
    claim ${text} not null,
    counter ${text} not null,
    holder ${text} not null,
    leased_until ${time} not null,
    primary key (claim, counter)
  )`,
  'create index limit_places_counter on limit_places (counter, leased_until)',
  'create index limit_places_holder on limit_places (holder)',
]
