import type { Migration } from '../migration.ts'

export const migration: Migration = ({ text, integer, time }) => {
  const document = `
    hash ${text} not null,
    bytes ${integer} not null,
    modified_at ${time} not null`
  return [
    `create table users (
      id ${text} primary key,
      created_at ${time} not null
    )`,
    `create table agents (
      id ${text} primary key,
      type ${text} not null check (type in ('open', 'predefined')),
      created_at ${time} not null
    )`,
    `create table agent_context_files (
      agent_id ${text} not null references agents (id),
      file_name ${text} not null,
      content ${text} not null,${document},
      primary key (agent_id, file_name)
    )`,
    // Without content it hides the agent's file of that name from the user.
    `create table user_context_files (
      agent_id ${text} not null references agents (id),
      user_id ${text} not null references users (id),
      file_name ${text} not null,
      content ${text},${document},
      primary key (agent_id, user_id, file_name)
    )`,
    // Without a user it is shared by all of the agent's; without content it hides the shared one from its user.
    `create table memory_documents (
      agent_id ${text} not null references agents (id),
      user_id ${text} references users (id),
      path ${text} not null,
      content ${text},${document}
    )`,
    'create unique index memory_documents_own on memory_documents (agent_id, user_id, path) where user_id is not null',
    'create unique index memory_documents_shared on memory_documents (agent_id, path) where user_id is null',
  ]
}
