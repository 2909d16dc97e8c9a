import type { Migration } from '../migration.ts'

/** The trust in each stored document. What was there before is trusted; the memory takes over the labels that it kept. */
export const migration: Migration = ({ text }) =>
  ['agent_context_files', 'user_context_files', 'memory_documents'].map(
    (table) =>
      `alter table ${table} add column trust ${text} not null default 'trusted' check (trust in ('trusted', 'untrusted'))`,
  )
