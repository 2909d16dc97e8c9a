import type { Migration } from '../migration.ts'

/** Nodes of any kind: families of events have words of their own. SQLite cannot take a check out of a table. */
export const migration: Migration = ({ kind, text, integer, time }) =>
  kind === 'postgres'
    ? ['alter table session_nodes drop constraint session_nodes_kind_check']
    : [
        'alter table session_nodes rename to session_nodes_before',
        `create table session_nodes (
          session_id ${text} not null,
          id ${text} not null,
          kind ${text} not null,
          parent_id ${text},
          run_id ${text} not null,
          tool ${text},
          status ${text},
          position ${integer} not null,
          created_at ${time} not null,
          primary key (session_id, id)
        )`,
        'insert into session_nodes select session_id, id, kind, parent_id, run_id, tool, status, position, created_at from session_nodes_before',
        'drop table session_nodes_before',
      ]
