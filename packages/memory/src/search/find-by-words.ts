import { readQuery, type SearchCorpus, type SearchQuery, scoreText } from '@drawbridge/core/search'
import { type Connection, statement } from '@drawbridge/store/database'
import { partitionMark, readIndexedWords, trigramMark } from '../index/index-chunk.ts'
import type { Partition } from '../index/sync-index.ts'
import type { ChunkScores } from './memory-hit.ts'

/** A chunk that has words of a query. */
export interface WordMatch {
  readonly id: number
  readonly scores: Pick<ChunkScores, 'text' | 'coverage'>
}

/** The most chunks that are scored for a query. */
const mostCandidates = 400
/** Words that more chunks have than this do not look for candidates, unless the query has no rarer one. */
const frequentChunks = 2_000
/** The most chunks that are looked at for one word: a query of a word alone that nearly all chunks have would read them all. */
const mostOfWord = 5_000

/** A word as short as "the", "für" or "не". */
const functionWord = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]{1,3}$/u

interface Candidate {
  readonly id: number
  readonly words: string
  readonly counts: string
  readonly length: number
}

const findFrequencies = statement<[partitions: string, words: string], { word: string; chunks: number }>({
  sqlite: `select word, sum(chunks) as chunks from memory_frequencies
    where partition in (select value from json_each($1)) and word in (select value from json_each($2)) group by word`,
  postgres: `select word, sum(chunks)::bigint as chunks from memory_frequencies
    where partition = any (array(select value::bigint from json_array_elements_text($1::json) as given (value)))
      and word = any (array(select value from json_array_elements_text($2::json) as given (value))) group by word`,
})

const findBySqlite = `select c.id, c.words, c.counts, c.length from memory_words w join memory_chunks c on c.id = w.rowid
  where memory_words match $1`
const findAllBySqlite = statement<[query: string], Candidate>(findBySqlite)
/** To rank takes most of the time, so it is done only if there are more than are scored. */
const findBestBySqlite = statement<[query: string], Candidate>(
  `${findBySqlite} order by w.rank limit ${mostCandidates}`,
)
const findSomeBySqlite = statement<[query: string], Candidate>(`${findBySqlite} limit ${mostCandidates}`)
/** The ids alone, as one text: neither the words of a chunk are read for them, nor a row for each is made. */
const findIdsBySqlite = statement<[query: string], { ids: string }>(
  'select json_group_array(rowid) as ids from memory_words where memory_words match $1',
)
const readCandidates = statement<[ids: string], Candidate>(
  'select id, words, counts, length from memory_chunks where id in (select value from json_each($1))',
)
const findByPostgres = statement<[marks: string, words: string], Candidate>(
  // Each word is looked up in the index alone, with the mark of its partition: another index would name all chunks of a partition for
  // each word. The words of a chunk are read only if it is among the best.
  `select c.id, c.words, c.counts, c.length from (
      select found.id, count(*) as shared from unnest(string_to_array($2, ' ')) as looked (word)
      cross join unnest(string_to_array($1, ' ')) as owned (mark)
      join lateral (
        select id from memory_chunks where (string_to_array(words, ' ') collate "C") @> array[owned.mark, looked.word]
        limit ${mostOfWord}
      ) found on true
      group by found.id order by shared desc, found.id limit ${mostCandidates}
    ) best join memory_chunks c on c.id = best.id order by best.shared desc, c.id`,
)

/** Finds the chunks of some partitions that have words of a query, best first, by BM25 over these partitions alone. */
export async function findByWords(
  connection: Connection,
  query: string,
  partitions: readonly Partition[],
): Promise<readonly WordMatch[]> {
  const read = readQuery(query)
  if (read.words.length === 0 || partitions.length === 0) return []
  const ids = JSON.stringify(partitions.map(({ id }) => id))
  const rows = await connection.all(findFrequencies, ids, JSON.stringify(read.words))
  const frequencies = new Map(rows.map(({ word, chunks }) => [word, chunks]))
  const corpus = corpusOf(partitions, frequencies)
  const { words, insides } = wordsToLookFor(read, frequencies)
  if (words.length === 0 && insides.length === 0) return []
  const looked = [...words, ...insides.flatMap((inside) => inside.slice(0, 1))].join(' ')
  const candidates =
    connection.kind === 'sqlite'
      ? await findInSqlite(connection, partitions, { words, insides }, corpus)
      : await connection.all(findByPostgres, partitions.map(({ id }) => partitionMark(id)).join(' '), looked)
  return candidates
    .map((candidate) => ({ id: candidate.id, scores: scoresOf(read, candidate, corpus) }))
    .filter(({ scores }) => scores.text > 0)
    .toSorted((left, right) => right.scores.text - left.scores.text || left.id - right.id)
}

interface LookedFor {
  readonly words: readonly string[]
  readonly insides: readonly (readonly string[])[]
}

async function findInSqlite(
  connection: Connection,
  partitions: readonly Partition[],
  { words, insides }: LookedFor,
  corpus: SearchCorpus,
): Promise<readonly Candidate[]> {
  const most = words.reduce((sum, word) => sum + corpus.holding(word), 0)
  if (insides.length === 0 && most <= mostCandidates)
    return connection.all(findAllBySqlite, fullTextQuery(partitions, words, insides))
  // A single word tells chunks apart by how often they have it alone, which only the index knows.
  if (words.length + insides.length === 1)
    return connection.all(
      most > mostOfWord ? findSomeBySqlite : findBestBySqlite,
      fullTextQuery(partitions, words, insides),
    )
  const weights = new Map<number, number>()
  const add = async (query: string, weight: number) => {
    const { ids } = (await connection.get(findIdsBySqlite, query)) ?? { ids: '[]' }
    for (const id of JSON.parse(ids) as readonly number[]) weights.set(id, (weights.get(id) ?? 0) + weight)
  }
  for (const word of words) await add(fullTextQuery(partitions, [word], []), rarityOf(word, corpus))
  for (const inside of insides) await add(fullTextQuery(partitions, [], [inside]), insideWeight)
  const best = [...weights].toSorted((left, right) => right[1] - left[1] || left[0] - right[0]).slice(0, mostCandidates)
  return connection.all(readCandidates, JSON.stringify(best.map(([id]) => id)))
}

/** The weight of a word that is only found inside a longer one, where a rare word has about 5. */
const insideWeight = 0.5

function rarityOf(word: string, corpus: SearchCorpus): number {
  return Math.log(1 + (corpus.documents + 1) / (corpus.holding(word) + 1))
}

function corpusOf(partitions: readonly Partition[], frequencies: ReadonlyMap<string, number>): SearchCorpus {
  const documents = partitions.reduce((sum, { chunks }) => sum + chunks, 0)
  const words = partitions.reduce((sum, partition) => sum + partition.words, 0)
  return { documents, averageLength: words / Math.max(documents, 1), holding: (word) => frequencies.get(word) ?? 0 }
}

/** Frequent words score, but finding all chunks that have them would take long and tell little. */
function wordsToLookFor({ words, insides }: SearchQuery, frequencies: ReadonlyMap<string, number>): LookedFor {
  const known = words
    .filter((word) => frequencies.has(word))
    .toSorted((left, right) => (frequencies.get(left) ?? 0) - (frequencies.get(right) ?? 0))
  const rare = known.filter((word) => (frequencies.get(word) ?? 0) <= frequentChunks)
  return {
    words: rare.length > 0 ? rare : known.slice(0, 1),
    insides: insides.map((trigrams) => trigrams.map(trigramMark)),
  }
}

/** Every word is quoted, so that nothing of a query is an operator. */
function fullTextQuery(
  partitions: readonly Partition[],
  words: readonly string[],
  insides: readonly (readonly string[])[],
): string {
  const quoted = (word: string) => `"${word}"`
  const any = [...words.map(quoted), ...insides.map((inside) => `(${inside.map(quoted).join(' AND ')})`)]
  const marks = partitions.map(({ id }) => quoted(partitionMark(id)))
  return `(${marks.join(' OR ')}) AND (${any.join(' OR ')})`
}

function scoresOf(query: SearchQuery, candidate: Candidate, corpus: SearchCorpus) {
  const document = readIndexedWords(candidate, query)
  const rarity = (word: string) => {
    // A short word that nothing contains is rather a function word than a rare one.
    return corpus.holding(word) === 0 && functionWord.test(word) ? 0 : rarityOf(word, corpus)
  }
  const total = query.words.reduce((sum, word) => sum + rarity(word), 0)
  const found = query.words.reduce((sum, word) => sum + (document.words.has(word) ? rarity(word) : 0), 0)
  return { text: scoreText(query, document, corpus), coverage: total === 0 ? 0 : found / total }
}
