import type { Migration } from '../migration.ts'

export const migration: Migration = ({ text, json, integer, time, counter }) => [
  // On PostgreSQL pg-boss keeps the jobs: there this table only contains jobs from a restored backup.
  `create table jobs (
    id ${text} primary key,
    kind ${text} not null,
    job_key ${text},
    payload ${json} not null,
    state ${text} not null,
    run_at ${time} not null,
    attempt ${integer} not null,
    attempts ${integer} not null,
    backoff_ms ${integer} not null,
    holder ${text},
    leased_until ${time},
    last_error ${text},
    created_at ${time} not null,
    finished_at ${time}
  )`,
  'create index jobs_due on jobs (kind, state, run_at)',
  // Once delivered, a row is the memory of its key alone.
  `create table outbox (
    position ${counter},
    id ${text} not null unique,
    recipient ${text} not null,
    kind ${text} not null,
    message_key ${text},
    payload ${json},
    sent_at ${time} not null,
    delivered_at ${time},
    unique (recipient, kind, message_key)
  )`,
  'create index outbox_waiting on outbox (recipient, position) where delivered_at is null',
]
