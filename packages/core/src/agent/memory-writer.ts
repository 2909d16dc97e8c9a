import type { KnowledgeOwner } from './knowledge.ts'

/** The words that a person said in one run. */
export interface SaidWords {
  readonly owner: KnowledgeOwner
  readonly session: string
  readonly run: string
  /** The messages of the user, oldest first: nothing that a model, a tool or a stranger wrote. */
  readonly words: readonly string[]
  /** The time of the last one, in milliseconds since the Unix epoch. */
  readonly timeMs: number
}

/** Remembers what a person said, for later sessions. */
export interface MemoryWriter {
  /** False if the operator wants nothing recalled unasked. */
  readonly recalls: boolean
  /** Has a job choose what is worth remembering. Resolves once the job is kept; does nothing if the operator has not asked for it. */
  remember(said: SaidWords): Promise<void>
}
