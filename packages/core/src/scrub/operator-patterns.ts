import { errorMessage } from '../error/error-message.ts'
import type { Redaction } from './redaction.ts'

/** A pattern that an operator adds, in RE2 syntax; a group named `secret` narrows what is redacted. */
export interface OperatorPattern {
  readonly id: string
  readonly pattern: string
}

/** The reason that a pattern cannot be used. */
export interface PatternProblem {
  readonly id: string
  readonly message: string
}

/** Patterns ready for use. They see a text line by line. */
export interface OperatorPatterns {
  /** The patterns they were compiled from. */
  readonly sources: readonly OperatorPattern[]
  find(text: string): readonly Redaction[]
}

/** Patterns look at no more than this many units of a line at once, so that a stream need hold back no more. */
export const longestSegment = 8_192
const longestPattern = 1_000

/** The compiled patterns, or the reasons that some cannot be compiled. */
export type CompiledOperatorPatterns =
  | { readonly status: 'ready'; readonly patterns: OperatorPatterns }
  | { readonly status: 'refused'; readonly problems: readonly PatternProblem[] }

/**
 * Compiles patterns with a linear-time engine (re2js), which is loaded only here. Patterns of more than 1,000 units,
 * and those that the engine does not accept (back references, look-around), are refused by name.
 */
export async function compileOperatorPatterns(patterns: readonly OperatorPattern[]): Promise<CompiledOperatorPatterns> {
  const { RE2JS } = await import('re2js')
  const problems: PatternProblem[] = []
  const compiled = patterns.flatMap(({ id, pattern }) => {
    if (pattern.length > longestPattern) {
      problems.push({ id, message: `The pattern has ${pattern.length} characters; ${longestPattern} are allowed.` })
      return []
    }
    try {
      const expression = RE2JS.compile(pattern)
      return [{ id, expression, named: pattern.includes('<secret>') }]
    } catch (error) {
      problems.push({ id, message: errorMessage(error) })
      return []
    }
  })
  if (problems.length > 0) return { status: 'refused', problems }

  return {
    status: 'ready',
    patterns: {
      sources: patterns,
      find(text) {
        const found: Redaction[] = []
        for (const { start, end } of segments(text)) {
          const segment = text.slice(start, end)
          for (const { id, expression, named } of compiled) {
            const matcher = expression.matcher(segment)
            while (matcher.find()) {
              const group = named ? 'secret' : 0
              const from = matcher.start(group)
              const to = matcher.end(group)
              if (to > from) found.push({ rule: id, start: start + from, end: start + to })
            }
          }
        }
        return found
      },
    },
  }
}

/** Yields lines; a longer line in pieces of `longestSegment` units. */
function* segments(text: string): Generator<{ readonly start: number; readonly end: number }> {
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start)
    const end = Math.min(newline === -1 ? text.length : newline + 1, start + longestSegment)
    yield { start, end }
    start = end
  }
}

/** The last boundary at or before `position` behind which only whole segments lie: an unfinished line is none. */
export function segmentBoundary(text: string, position: number): number {
  let boundary = 0
  for (const { start, end } of segments(text)) {
    const whole = text[end - 1] === '\n' || end - start === longestSegment
    if (end > position || !whole) return boundary
    boundary = end
  }
  return boundary
}
