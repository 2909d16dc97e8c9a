import { entropy } from './entropy.ts'
import type { NameReader } from './name-reader.ts'
import { hasSequence, isPlaceholder } from './placeholder.ts'
import type { Assignment } from './read-assignment.ts'
import type { Redaction } from './redaction.ts'
import type { ScrubRule } from './scrub-rule.ts'

/** A keyword found in a text. One object per pass, overwritten for each keyword. */
export interface Occurrence {
  readonly text: string
  readonly names: NameReader
  start: number
  end: number
  /** The assignments to the name around the keyword; read only for matchers that need it. */
  assignments: readonly Assignment[]
}

/** Takes what a matcher found. */
export type Report = (redaction: Redaction) => void

/** The farthest that any matcher looks back, in UTF-16 units. */
export const longestBack = 80

/** Decides about one occurrence of a rule's keyword, by nothing outside `[start - back, start + reach)`. */
export interface Matcher {
  /** At most `longestBack`. */
  readonly back: number
  readonly reach: number
  /** True if nothing can be found unless something is assigned to the name around the keyword. */
  readonly needsAssignment: boolean
  /** The shortest value that can be a secret, in UTF-16 units. */
  readonly shortest: number
  /** Its matches hold no blank, so that the first one behind the keyword ends its window. */
  readonly spaceless: boolean
  /** A look at the letters in and around the keyword, before anything is read. */
  accepts(text: string, start: number, end: number): boolean
  match(occurrence: Occurrence, report: Report): void
}

/** Returns true if a match of a pattern is a secret by the rule's other conditions. */
export function isAcceptable(secret: string, { entropy: bits = 2, allow, rejectSequences }: ScrubRule): boolean {
  if (bits > 0 && (isPlaceholder(secret) || entropy(secret) < bits)) return false
  if (rejectSequences === true && hasSequence(secret)) return false
  return allow === undefined || !allow.some((word) => secret.toLowerCase().includes(word))
}
