import { runCharacters } from './character-sets.ts'
import type { CompiledRules, Occurrence } from './compile-rules.ts'
import { createNameReader } from './name-reader.ts'
import type { Redaction } from './redaction.ts'

/** What a pass over a text, or over the part of a stream held so far, found. */
export interface Findings {
  /** Not united and in no order; several rules may have found the same secret. */
  readonly redactions: readonly Redaction[]
  /** Where the text before is judged whatever follows it; the text's length when it is complete. */
  readonly settled: number
}

/** One pass of the automaton over a text; the matchers of each keyword it meets decide. */
export interface Finder {
  /** Finds the redactions of a complete text; the very same empty list when there are none. */
  find(text: string): readonly Redaction[]
  /** Finds those of a part of a stream. */
  findInPart(text: string, part: StreamPart): Findings
}

/** Where a part stands in its stream. */
export interface StreamPart {
  /** Text before it was judged already; occurrences whose window starts there were, too. */
  readonly continued: boolean
  /** Nothing follows it. */
  readonly complete: boolean
}

const nothing: readonly Redaction[] = []

/** Creates a finder over compiled rules. It keeps working memory and is not re-entrant. */
export function createFinder({ automaton, endings, longestKeyword, longestBack }: CompiledRules): Finder {
  const { transitions, classOf, classBits, firstAccepting } = automaton
  const names = createNameReader()
  const held = longestKeyword + longestBack

  function pass(text: string, part: StreamPart | undefined): Findings {
    let found: Redaction[] | undefined
    let occurrence: (Occurrence & { text: string }) | undefined
    let settled = text.length
    let runStart = 0
    let runEnd = 0
    const report = (redaction: Redaction): void => {
      const { start, end } = redaction
      if (end <= runStart || end > runEnd) {
        runStart = start
        runEnd = tokenRunEnd(text, end)
      }
      found ??= []
      found.push({ rule: redaction.rule, start, end: runEnd })
    }
    const length = text.length
    let row = 0
    for (let index = 0; index < length; index++) {
      row = transitions[row + (classOf[text.charCodeAt(index)] as number)] as number
      if (row < firstAccepting) continue
      if (occurrence === undefined) {
        names.reset(text)
        occurrence = { text, names, start: 0, end: 0 }
      }
      for (const { length: keywordLength, matchers } of endings[
        (row - firstAccepting) >> classBits
      ] as (typeof endings)[number]) {
        occurrence.end = index + 1
        occurrence.start = index + 1 - keywordLength
        for (const matcher of matchers) {
          if (part !== undefined) {
            const first = occurrence.start - matcher.back
            if (first < 0 && part.continued) continue
            if (!part.complete && occurrence.start + matcher.reach > text.length) {
              settled = Math.min(settled, Math.max(0, first))
              continue
            }
          }
          matcher.match(occurrence, report)
        }
      }
    }
    if (part !== undefined) settled = Math.max(0, Math.min(settled, text.length - held))
    return { redactions: found ?? nothing, settled }
  }

  return {
    find: (text) => pass(text, undefined).redactions,
    findInPart: pass,
  }
}

/** A secret ends where its unbroken run of token characters does: no tail of it may stay behind. */
function tokenRunEnd(text: string, end: number): number {
  let runEnd = end
  if (runCharacters[text.charCodeAt(end - 1)] === 1) while (runCharacters[text.charCodeAt(runEnd)] === 1) runEnd++
  return runEnd
}
