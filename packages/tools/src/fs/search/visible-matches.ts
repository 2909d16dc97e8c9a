import type { Scrubber } from '@drawbridge/core/scrub'
import type { RE2JS } from 're2js'

/** Bytes of a line. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** Returns the matches of a line that do not depend on its hidden parts, in order. */
export type VisibleMatches = (line: Buffer, matches: readonly ByteRange[]) => readonly ByteRange[]

export interface QueryText {
  readonly query: string
  readonly regex: boolean
}

/**
 * A match that is in a hidden value, or begins or ends in one, would confirm guesses at it letter by letter. It counts
 * only if the line as shown matches too. Omitted matches are not counted either: their number would also be an answer.
 */
export async function visibleMatches({ query, regex }: QueryText, scrubber: Scrubber): Promise<VisibleMatches> {
  const engine = regex ? (await import('re2js')).RE2JS : undefined
  let compiled: RE2JS | undefined | 'none' = 'none'
  const matchesShown = (shown: string): boolean => {
    if (engine === undefined) return shown.includes(query)
    if (compiled === 'none') compiled = compile(query, engine)
    return compiled?.matcher(shown).find() === true
  }
  return (line, matches) => {
    const text = line.toString()
    const scrubbed = scrubber.scrub(text)
    if (scrubbed.redactions.length === 0) return matches
    const hidden = scrubbed.redactions.map(({ start, end }) => {
      return { start: Buffer.byteLength(text.slice(0, start)), end: Buffer.byteLength(text.slice(0, end)) }
    })
    const clear = matches.filter((match) => hidden.every(({ start, end }) => match.end <= start || match.start >= end))
    return clear.length > 0 || !matchesShown(scrubbed.text) ? clear : matches.slice(0, 1)
  }
}

/** The search program's expressions are nearly those of this engine; what only it knows matches no shown line. */
function compile(query: string, engine: typeof RE2JS): RE2JS | undefined {
  try {
    return engine.compile(query, engine.MULTILINE)
  } catch {
    return undefined
  }
}
