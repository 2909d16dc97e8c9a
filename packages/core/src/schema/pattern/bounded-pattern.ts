import type { RE2JS } from 're2js'
import { isRiskyPattern } from './is-risky-pattern.ts'
import { toLinearSyntax } from './to-linear-syntax.ts'

/** What the JSON Schema implementation asks of a compiled pattern. */
export interface PatternTest {
  test(text: string): boolean
}

type LinearEngine = typeof RE2JS

/** Up to here backtracking with a small power of the length costs less than a millisecond. */
const shortText = 1_000
/** A text longer than this does not match a pattern that only the backtracking engine understands. */
const longestBacktracked = 20_000

/**
 * A pattern that costs time in proportion to the text, whatever server wrote the pattern and model the text: a pattern
 * that could make the backtracking engine explode is run by the linear engine, any other one only on long texts.
 * Undefined for a pattern that could explode and that the linear engine cannot run.
 */
export function boundedPattern(native: RegExp, engine: LinearEngine): PatternTest | undefined {
  const risky = isRiskyPattern(native.source)
  const linear = compileLinear(native.source, engine)
  if (risky) return linear
  const long: PatternTest = linear ?? { test: (text) => text.length <= longestBacktracked && native.test(text) }
  return { test: (text) => (text.length <= shortText ? native.test(text) : long.test(text)) }
}

function compileLinear(source: string, engine: LinearEngine): PatternTest | undefined {
  const syntax = toLinearSyntax(source)
  if (syntax === undefined) return undefined
  try {
    const compiled = engine.compile(syntax)
    return { test: (text) => compiled.matcher(text).find() }
  } catch {
    // Such as a repetition of more than 1,000 rounds, or a Unicode property under another name.
    return undefined
  }
}
