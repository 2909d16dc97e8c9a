import type { Redaction } from './redaction.ts'

/** Finds registered values in texts. */
export interface DynamicMatcher {
  find(text: string): readonly Redaction[]
  /** Where the text's end could be the beginning of a registered value; the text's length when nowhere. */
  partialStart(text: string): number
}
