import type { Migration } from '@drawbridge/store/database'

/**
 * Counts the changes of each place, so that a search sees whether there are any without a look at the documents. A place may have several
 * rows; their sum counts.
 */
export const migration: Migration = ({ kind, text, integer }) => [
  `create table memory_changes (
    agent_id ${text} not null,
    user_id ${text} not null,
    project ${text} not null,
    changes ${integer} not null
  )`,
  'create index memory_changes_place on memory_changes (agent_id, user_id, project)',
  // The number of changes that the index has, with the version of the index.
  `alter table memory_partitions add column seen ${text} not null default ''`,
  ...(kind === 'sqlite' ? countedInSqlite() : countedInPostgres()),
]

const tables = [
  { name: 'memory_documents', user: (row: string) => `coalesce(${row}.user_id, '')`, project: () => `''` },
  { name: 'memory_notes', user: (row: string) => `${row}.user_id`, project: (row: string) => `${row}.project` },
  { name: 'memory_labels', user: (row: string) => `${row}.user_id`, project: (row: string) => `${row}.project` },
] as const

function countedInSqlite(): readonly string[] {
  return tables.flatMap(({ name, user, project }) =>
    (['insert', 'update', 'delete'] as const).map((change) => {
      const row = change === 'delete' ? 'old' : 'new'
      const place = `agent_id = ${row}.agent_id and user_id = ${user(row)} and project = ${project(row)}`
      return `create trigger ${name}_${change}_counted after ${change} on ${name} begin
        insert into memory_changes (agent_id, user_id, project, changes)
          select ${row}.agent_id, ${user(row)}, ${project(row)}, 0
          where not exists (select 1 from memory_changes where ${place});
        update memory_changes set changes = changes + 1 where ${place};
      end`
    }),
  )
}

function countedInPostgres(): readonly string[] {
  return tables.flatMap(({ name, user, project }) => [
    `create function ${name}_count() returns trigger language plpgsql as $$
      declare changed ${name};
      begin
        if tg_op = 'DELETE' then changed := old; else changed := new; end if;
        update memory_changes set changes = changes + 1
          where agent_id = changed.agent_id and user_id = ${user('changed')} and project = ${project('changed')};
        if not found then
          insert into memory_changes (agent_id, user_id, project, changes)
            values (changed.agent_id, ${user('changed')}, ${project('changed')}, 1);
        end if;
        return null;
      end
    $$`,
    `create trigger ${name}_counted after insert or update or delete on ${name}
      for each row execute function ${name}_count()`,
  ])
}
