import type { Migration } from '@drawbridge/store/database'

/**
 * Compares words by their bytes, and leaves room for counts that change: both make an index on PostgreSQL several times as fast. Chunks
 * are found in the order in which they were made.
 */
export const migration: Migration = ({ kind }) => [
  'create index memory_chunks_order on memory_chunks (partition, id)',
  ...(kind === 'sqlite' ? [] : byBytes),
]

const byBytes = [
  'alter table memory_frequencies set (fillfactor = 50)',
  'alter table memory_frequencies alter column word type text collate "C"',
  'drop index memory_chunks_words',
  `create index memory_chunks_words on memory_chunks using gin ((string_to_array(words, ' ') collate "C"))`,
]
