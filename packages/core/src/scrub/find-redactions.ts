import { assignsLittle } from './assigns-little.ts'
import { runCharacters } from './character-sets.ts'
import type { CompiledRules, KeywordMatchers } from './compile-rules.ts'
import { longestBack, type Matcher, type Occurrence, type Report } from './matcher.ts'
import { createNameReader } from './name-reader.ts'
import type { Redaction } from './redaction.ts'

/** The findings of a pass over a text, or over the current part of a stream. */
export interface Findings {
  /** Not united and in no order; several rules may have found the same secret. */
  readonly redactions: readonly Redaction[]
  /** The position before which the text is judged regardless of what follows; the text's length if it is complete. */
  readonly settled: number
}

/** The position of a part in its stream. */
export interface StreamPart {
  /** Text before it was judged already; occurrences whose window starts there were, too. */
  readonly continued: boolean
  /** Nothing follows it. */
  readonly complete: boolean
}

/** One pass of the automaton over a text; the matchers of each keyword it meets decide. */
export interface Finder {
  /** Finds the redactions of a complete text; the same empty list if there are none. */
  find(text: string): readonly Redaction[]
  /** Finds those of a part of a stream. */
  findInPart(text: string, part: StreamPart): Findings
}

const nothing: readonly Redaction[] = []

/** Decides, in a part of a stream, whether an occurrence can be judged now, and notes how far all is settled. */
type Admit = (matcher: Matcher, start: number, end: number) => boolean

/** Creates a finder over compiled rules. It keeps working memory and is not re-entrant. */
export function createFinder({ automaton, longestKeyword }: CompiledRules): Finder {
  const names = createNameReader()

  function pass(text: string, admit: Admit | undefined): readonly Redaction[] {
    let found: Redaction[] | undefined
    let occurrence: Occurrence | undefined
    let runStart = 0
    let runEnd = 0
    const report = ({ rule, start, end }: Redaction): void => {
      if (end <= runStart || end > runEnd) {
        runStart = start
        runEnd = tokenRunEnd(text, end)
      }
      found ??= []
      found.push({ rule, start, end: runEnd })
    }
    automaton.scan(text, (keywords, end) => {
      if (occurrence === undefined) {
        names.reset(text)
        occurrence = { text, names, start: 0, end: 0, assignments: [] }
      }
      occurrence.end = end
      for (let index = 0; index < keywords.length; index++) {
        const { length, free, bound, shortest } = keywords[index] as KeywordMatchers
        occurrence.start = end - length
        if (free.length > 0) matchAll(free, occurrence, report, admit)
        if (bound.length > 0 && !assignsLittle(text, end, shortest)) matchAll(bound, occurrence, report, admit)
      }
    })
    return found ?? nothing
  }

  return {
    find: (text) => pass(text, undefined),
    findInPart(text, { continued, complete }) {
      let settled = complete ? text.length : Math.max(0, text.length - longestKeyword - longestBack)
      const redactions = pass(text, ({ back, reach, spaceless }, start, end) => {
        const first = start - back
        if (first < 0 && continued) return false
        if (complete || start + reach <= text.length || (spaceless && /\s/.test(text.slice(end)))) return true
        settled = Math.min(settled, Math.max(0, first))
        return false
      })
      return { redactions, settled }
    },
  }
}

function matchAll(
  matchers: readonly Matcher[],
  occurrence: Occurrence,
  report: Report,
  admit: Admit | undefined,
): void {
  for (let index = 0; index < matchers.length; index++) {
    const matcher = matchers[index] as Matcher
    const { text, names, start, end } = occurrence
    if (!matcher.accepts(text, start, end)) continue
    if (admit !== undefined && !admit(matcher, start, end)) continue
    if (matcher.needsAssignment) {
      occurrence.assignments = names.assignmentsAt(end)
      if (occurrence.assignments.length === 0) continue
    }
    matcher.match(occurrence, report)
  }
}

/** Returns the end of a secret: that of its unbroken run of token characters, so that no part of it stays visible. */
function tokenRunEnd(text: string, end: number): number {
  let runEnd = end
  if (runCharacters[text.charCodeAt(end - 1)] === 1) while (runCharacters[text.charCodeAt(runEnd)] === 1) runEnd++
  return runEnd
}
