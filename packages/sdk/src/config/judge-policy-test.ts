import type { Explanation } from '@drawbridge/core'
import type { PolicyTest } from './sections.ts'

/** A test, and what the policy really says. */
export interface PolicyTestOutcome {
  readonly name: string
  readonly expected: PolicyTest['expect']
  /** `invalid`: the call ends before the policy sees it. */
  readonly actual: PolicyTest['expect'] | 'invalid'
  readonly passed: boolean
  readonly reason: string
  /** The deciding rule. */
  readonly rule?: string
  /** The source of the deciding rule. */
  readonly source?: string
}

/** The outcome of a test of a policy file. */
export interface PolicyTestResult extends PolicyTestOutcome {
  /** The line of the test in its file. */
  readonly line: number
}

/** Compares what a call's explanation says with what was expected. */
export function judgePolicyTest(test: PolicyTest, explanation: Explanation): PolicyTestOutcome {
  const { actual, ...why } = verdictOf(explanation)
  const name = test.name ?? `${test.tool} ${JSON.stringify(test.arguments ?? {})}`
  return { name, expected: test.expect, actual, passed: actual === test.expect, ...why }
}

function verdictOf({
  available,
  hidden,
  failure,
  presumed,
  decision = presumed,
}: Explanation): Pick<PolicyTestOutcome, 'actual' | 'reason' | 'rule' | 'source'> {
  if (decision !== undefined) {
    const { verdict, rule, reason, source } = decision
    return { actual: verdict, reason: `${reason} Rule: ${rule}.`, rule, source }
  }
  if (!available && hidden !== undefined) return { actual: 'unavailable', reason: hidden.reason, source: hidden.source }
  const isRefused = failure?.code === 'path_outside_roots' || failure?.code.startsWith('denied_') === true
  return { actual: isRefused ? 'deny' : 'invalid', reason: failure?.message ?? 'The call has no verdict.' }
}
