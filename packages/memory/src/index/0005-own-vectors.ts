import type { Migration } from '@drawbridge/store/database'

/** Gives each partition vectors of its own: nobody sees from one that another user has the same text. */
export const migration: Migration = ({ kind }) => [
  "update memory_chunks set text_hash = partition || ':' || text_hash",
  `insert into memory_vectors (model, text_hash, vector)
    select v.model, c.text_hash, v.vector
    from (select distinct text_hash, substr(text_hash, length(partition || ':') + 1) as shared from memory_chunks) c
    join memory_vectors v on v.text_hash = c.shared`,
  "delete from memory_vectors where text_hash not like '%:%'",
  'create index memory_vectors_text on memory_vectors (text_hash)',
  // A copy, which is made again.
  ...(kind === 'postgres' ? ['drop table if exists memory_meanings'] : []),
]
