import type { MemoryPlace } from '@drawbridge/room/place'
import type { DocumentOrigin } from '../index/document-sources.ts'

/** A chunk that a search considers, as stored. */
export interface FoundChunk {
  readonly id: number
  readonly partition: number
  readonly origin: DocumentOrigin
  readonly path: string
  readonly headings: readonly string[]
  readonly firstLine: number
  readonly lastLine: number
  readonly text: string
  readonly trust: 'trusted' | 'untrusted'
  /** The place that untrusted text came from. Empty if it is trusted. */
  readonly source: string
  /** Milliseconds since the Unix epoch. */
  readonly modifiedMs: number
}

/** The quality of a match. `strong`: all words of the query, or nearly its meaning. `good`: at least half of it. */
export type MatchQuality = 'strong' | 'good' | 'weak'

/** The scores of a chunk, each on its own scale: they cannot be compared with each other. */
export interface ChunkScores {
  /** BM25, a number above 0; undefined if no word of the query is in the chunk. */
  readonly text: number | undefined
  /** The cosine of the meanings, a number from -1 to 1; undefined if meanings were not compared. */
  readonly vector: number | undefined
  /** The part of the query's words that the chunk has, weighted by how rare they are: a number from 0 to 1. */
  readonly coverage: number
}

/** A result of a search. */
export interface MemoryHit extends FoundChunk {
  /** The place that its document belongs to. */
  readonly place: MemoryPlace
  readonly scores: ChunkScores
  readonly quality: MatchQuality
}
