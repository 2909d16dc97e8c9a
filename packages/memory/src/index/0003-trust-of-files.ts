import type { Migration } from '@drawbridge/store/database'

/** Files say themselves whether they are trusted, so that each write of one decides it. */
export const migration: Migration = () => [
  `update memory_documents set trust = 'untrusted' where exists (select 1 from memory_labels l
    where l.trust = 'untrusted' and l.agent_id = memory_documents.agent_id
      and l.user_id = coalesce(memory_documents.user_id, '') and l.project = '' and l.path = memory_documents.path)`,
  'drop index memory_documents_state',
  'create index memory_documents_state on memory_documents (agent_id, user_id, path, hash, trust)',
]
