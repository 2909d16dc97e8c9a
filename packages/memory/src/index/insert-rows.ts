import { bulkInsert, type Database, statement, type Transaction } from '@drawbridge/store/database'

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

/** Words wait in a list, and are sorted into the index together: many at once take a fraction of the time. */
const waitTogether = statement<[], object>({
  sqlite: '',
  postgres:
    "select set_config('gin_pending_list_limit', '131072', true), set_config('work_mem', greatest(pg_size_bytes(current_setting('work_mem')) / 1024, 65536)::text, true)",
})
const sortIn = statement<[], object>({
  sqlite: '',
  postgres: "select gin_clean_pending_list('memory_chunks_words'::regclass)",
})

/** Prepares a transaction that adds many chunks. */
export async function prepareForMany(transaction: Transaction): Promise<void> {
  if (transaction.kind === 'postgres') await transaction.all(waitTogether)
}

/** Sorts waiting words into the index: a search reads all that wait. Without the right to, the database does it in its own time. */
export async function settleWords(database: Database): Promise<void> {
  if (database.kind === 'postgres') await database.all(sortIn).catch(() => undefined)
}
