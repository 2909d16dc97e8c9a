import type { Decision } from '../policy/decision.ts'

/**
 * Whether a grant may answer what the policy asks. Built-in questions can be answered for more than one call; where a rule, mode
 * or ceiling of the operator says "ask", it says so for every call.
 */
export function isGrantableQuestion({ verdict, source, steps }: Decision): boolean {
  return (
    verdict === 'ask' &&
    source === 'built-in' &&
    steps.every((step) => step.verdict !== 'ask' || step.source === undefined || step.source === 'built-in')
  )
}
