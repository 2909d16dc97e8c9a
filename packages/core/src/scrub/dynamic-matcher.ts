import type { Redaction } from './redaction.ts'

/** Finds registered values in texts. */
export interface DynamicMatcher {
  find(text: string): readonly Redaction[]
  /**
   * Returns the place where the text's end could be the beginning of a registered value; the text's length if there is
   * none.
   */
  partialStart(text: string): number
}
