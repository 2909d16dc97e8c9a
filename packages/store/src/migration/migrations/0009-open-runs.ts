import type { Migration } from '../migration.ts'

/** Open runs with their recorder: a process that finds the recorder dead ends them. */
export const migration: Migration = ({ text, integer }) => [
  `create table open_runs (
    session_id ${text} not null,
    run_id ${text} not null,
    recorder_id ${text} not null,
    position ${integer} not null,
    primary key (session_id, run_id)
  )`,
  'create index open_runs_recorder on open_runs (recorder_id)',
]
