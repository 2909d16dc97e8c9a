import { bulkInsert } from '@drawbridge/store/database'

/** Inserts chunks. */
export const insertChunks = bulkInsert({
  table: 'memory_chunks',
  columns: {
    partition: 'bigint',
    origin: 'text',
    path: 'text',
    headings: 'text',
    first_line: 'bigint',
    last_line: 'bigint',
    text: 'text',
    text_hash: 'text',
    trust: 'text',
    source: 'text',
    modified_at: 'bigint',
    words: 'text',
    counts: 'text',
    length: 'bigint',
  },
})

/** Inserts the states of documents that are indexed. */
export const insertIndexed = bulkInsert({
  table: 'memory_indexed',
  columns: { partition: 'bigint', origin: 'text', path: 'text', state: 'text' },
})

/** Adds to the number of chunks that have a word. */
export const insertFrequencies = bulkInsert({
  table: 'memory_frequencies',
  columns: { partition: 'bigint', word: 'text', chunks: 'bigint' },
  conflict: 'on conflict (partition, word) do update set chunks = memory_frequencies.chunks + excluded.chunks',
})
