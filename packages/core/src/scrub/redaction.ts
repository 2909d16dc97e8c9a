/** The text that replaces a secret. */
export const redactionMarker = '[REDACTED]'

/**
 * Returns true if a marker starts at `position`. A token that must not touch other token text must not touch a marker
 * either: the replaced secret may have touched it, and a second scrubbing must find the same as the first.
 */
export function startsMarker(text: string, position: number): boolean {
  return text.charCodeAt(position) === 91 && text.startsWith(redactionMarker, position)
}

/** Returns true if a marker ends at `position`. */
export function endsMarker(text: string, position: number): boolean {
  return text.charCodeAt(position - 1) === 93 && text.endsWith(redactionMarker, position)
}

/** A part of a text that one rule took for a secret; offsets in UTF-16 units, `end` exclusive. */
export interface Redaction {
  readonly rule: string
  /** First position in the text, in UTF-16 units. */
  readonly start: number
  /** Position behind the last one, in UTF-16 units. */
  readonly end: number
}

/**
 * Unites overlapping and touching redactions into sorted, disjoint ones; a united part carries the rule that starts
 * first, at a tie the one listed first.
 */
export function uniteRedactions(found: readonly Redaction[]): Redaction[] {
  if (found.length < 2) return [...found]
  const united: Redaction[] = []
  for (const redaction of found.toSorted((left, right) => left.start - right.start)) {
    const last = united.at(-1)
    if (last === undefined || redaction.start > last.end) united.push(redaction)
    else if (redaction.end > last.end) united[united.length - 1] = { ...last, end: redaction.end }
  }
  return united
}

/** Puts the marker in the place of each redaction; they must be sorted and disjoint. */
export function applyRedactions(text: string, redactions: readonly Redaction[]): string {
  let result = ''
  let copied = 0
  for (const { start, end } of redactions) {
    result += text.slice(copied, start) + redactionMarker
    copied = end
  }
  return result + text.slice(copied)
}

/** The number of redactions by rule. */
export type RedactionCounts = Readonly<Record<string, number>>

/** Counts redactions by rule. */
export function countRedactions(redactions: readonly Redaction[]): RedactionCounts {
  const counts: Record<string, number> = Object.create(null)
  for (const { rule } of redactions) counts[rule] = (counts[rule] ?? 0) + 1
  return counts
}
