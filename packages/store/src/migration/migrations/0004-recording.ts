import type { Migration } from '../migration.ts'

export const migration: Migration = ({ kind, text, json, integer, time }) => [
  // One row: the end of the chain. Every append updates it first; this lock gives all processes one order.
  `create table audit_head (
    id ${integer} primary key check (id = 1),
    position ${integer} not null,
    hash ${text} not null,
    removable_through ${integer} not null
  )`,
  "insert into audit_head (id, position, hash, removable_through) values (1, 0, '', 0)",
  // The content of an event is in events, at the same position; other entries have their content here.
  `create table audit_log (
    position ${integer} primary key,
    kind ${text} not null,
    content ${json},
    hash ${text} not null
  )`,
  `create table events (
    position ${integer} primary key,
    session_id ${text} not null,
    run_id ${text} not null,
    sequence ${integer} not null,
    type ${text} not null,
    tool_call_id ${text},
    time ${time} not null,
    content ${json} not null
  )`,
  'create index events_session on events (session_id, position)',
  `create table sessions (
    id ${text} primary key,
    agent ${text},
    user_id ${text},
    channel ${text},
    created_at ${time} not null,
    updated_at ${time} not null,
    events ${integer} not null,
    calls ${integer} not null
  )`,
  'create index sessions_updated_at on sessions (updated_at)',
  // Runs, their model turns, and the results of those; the parent of a run may be in another session.
  `create table session_nodes (
    session_id ${text} not null,
    id ${text} not null,
    kind ${text} not null check (kind in ('run', 'turn', 'result')),
    parent_id ${text},
    run_id ${text} not null,
    tool ${text},
    status ${text},
    position ${integer} not null,
    created_at ${time} not null,
    primary key (session_id, id)
  )`,
  `create table open_calls (
    session_id ${text} not null,
    tool_call_id ${text} not null,
    run_id ${text} not null,
    tool ${text} not null,
    recorder_id ${text} not null,
    position ${integer} not null,
    primary key (session_id, tool_call_id)
  )`,
  'create index open_calls_recorder on open_calls (recorder_id)',
  `create table artifacts (
    session_id ${text} not null,
    id ${text} not null,
    tool_call_id ${text} not null,
    tool ${text} not null,
    media_type ${text},
    bytes ${integer},
    created_at ${time} not null,
    primary key (session_id, id)
  )`,
  // The recording processes, so that others can tell if they are alive.
  `create table recorders (
    id ${text} primary key,
    host ${text} not null,
    pid ${integer} not null,
    process_started ${text} not null,
    started_at ${time} not null,
    heartbeat_at ${time} not null
  )`,
  // The progress of the import of each file of JSON Lines.
  `create table imported_files (
    name ${text} primary key,
    fingerprint ${text} not null,
    bytes ${integer} not null,
    lines ${integer} not null,
    torn_lines ${integer} not null,
    imported_at ${time} not null
  )`,
  ...(kind === 'sqlite' ? ['audit_log', 'events'].flatMap(guardedInSqlite) : guardedInPostgres),
]

const refusal = 'the audit log is append-only; drawbridge sessions prune removes what is past its retention'

function guardedInSqlite(table: string): readonly string[] {
  return [
    `create trigger ${table}_no_update before update on ${table} begin select raise(abort, '${refusal}'); end`,
    `create trigger ${table}_no_delete before delete on ${table}
      when old.position > (select removable_through from audit_head)
      begin select raise(abort, '${refusal}'); end`,
  ]
}

const guardedInPostgres: readonly string[] = [
  `create function refuse_audit_change() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        if old.position <= (select removable_through from audit_head) then return old; end if;
      end if;
      raise exception '${refusal}';
    end
  $$`,
  ...['audit_log', 'events'].flatMap((table) => [
    `create trigger ${table}_no_change before update or delete on ${table}
      for each row execute function refuse_audit_change()`,
    `create trigger ${table}_no_truncate before truncate on ${table}
      for each statement execute function refuse_audit_change()`,
  ]),
]
