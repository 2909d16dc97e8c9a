import type { Migration } from '@drawbridge/store/database'

/** Finds the chunks of a text: those that a vector belongs to. */
export const migration: Migration = () => ['create index memory_chunks_text on memory_chunks (partition, text_hash)']
