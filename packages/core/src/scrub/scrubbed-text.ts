import type { Redaction, RedactionCounts } from './redaction.ts'

/** A text without its secrets. */
export interface ScrubbedText {
  /** The same string if nothing was found. */
  readonly text: string
  /** Sorted and disjoint, in offsets of the input. */
  readonly redactions: readonly Redaction[]
  readonly counts: RedactionCounts
}
