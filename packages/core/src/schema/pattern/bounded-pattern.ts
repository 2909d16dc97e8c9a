import type { RE2JS } from 're2js'
import { backtrackingPower, isRiskyPattern } from './is-risky-pattern.ts'
import { toLinearSyntax } from './to-linear-syntax.ts'

/** The interface of a compiled pattern for the JSON Schema implementation. */
export interface PatternTest {
  test(text: string): boolean
}

type LinearEngine = typeof RE2JS

/** Steps that the patterns of a schema may still take for one value. */
export interface PatternBudget {
  steps: number
}

/** Takes steps of a backtracking engine, each about a nanosecond, off the budget; throws once it is used up. */
function spend(budget: PatternBudget, steps: number): void {
  budget.steps -= steps
  if (budget.steps < 0) throw new RangeError('The texts of the value cost too much to check.')
}

/** Up to here backtracking costs less than the linear engine. */
const fewSteps = 5_000
/** The linear engine takes as long as so many steps for a character. */
const linearSteps = 80

/**
 * Returns a test whose time grows in proportion to the text, for patterns and texts from anyone. The linear engine runs a pattern
 * that could make the backtracking engine explode. It runs any other pattern only if that takes many steps. A pattern that only the
 * backtracking engine understands spends steps of the budget, as all do.
 * Returns undefined for a pattern that could explode and that the linear engine cannot run.
 */
export function boundedPattern(native: RegExp, engine: LinearEngine, budget: PatternBudget): PatternTest | undefined {
  const linear = compileLinear(native.source, engine)
  const inLine = (text: string): boolean => {
    spend(budget, text.length * linearSteps)
    return linear?.test(text) === true
  }
  if (isRiskyPattern(native.source)) return linear && { test: inLine }
  const power = backtrackingPower(native.source)
  return {
    test: (text) => {
      const steps = text.length ** power
      if (linear !== undefined && steps > fewSteps) return inLine(text)
      spend(budget, steps)
      return native.test(text)
    },
  }
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
