import type { Decision } from '../policy/decision.ts'

/**
 * Returns true if a grant may answer the policy's question. Built-in questions can be answered for more than one call;
 * if a rule, mode or ceiling of the operator says "ask", every call asks.
 */
export function isGrantableQuestion({ verdict, source, steps }: Decision): boolean {
  return (
    verdict === 'ask' &&
    source === 'built-in' &&
    steps.every((step) => step.verdict !== 'ask' || step.source === undefined || step.source === 'built-in')
  )
}
