import { assertNever } from '../error/assert-never.ts'
import type { Decision } from '../policy/decision.ts'
import { quoteWord } from '../text/quote-word.ts'
import type { Grant, GrantProposal, GrantScope } from './grant.ts'

const grantedBy = 'granted by '

/** The decision on a call that the policy asks about and a grant covers. */
export function grantDecision(grant: Grant, { steps }: Decision): Decision {
  const lifetime = grant.owner.session === undefined ? 'always' : 'session'
  const source = `${grantedBy}${grant.grantedBy}`
  const reason = `A grant covers it: ${describeGrant(grant, lifetime)}.`
  return {
    verdict: 'allow',
    rule: grant.id,
    source,
    reason,
    steps: [...steps, { step: grant.id, verdict: 'allow', because: reason, source }],
    grant,
  }
}

/** Returns true if a grant, not the policy, allowed a call. */
export function isGrantDecision({ verdict, source }: Pick<Decision, 'verdict' | 'source'>): boolean {
  return verdict === 'allow' && source.startsWith(grantedBy)
}

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

/** The exact scope that an answer would save, in words for the person who gives it. */
export function describeGrant({ tool, scopes }: GrantProposal, lifetime: 'session' | 'always'): string {
  const until = lifetime === 'session' ? 'until this session ends' : 'for this agent, until it is revoked'
  return `${tool}, ${scopes.map(describeScope).join('; ')}, ${until}`
}

function describeScope(scope: GrantScope): string {
  switch (scope.kind) {
    case 'path':
      return `${scope.access} ${scope.below ? 'anything in and below' : 'files directly in'} ${scope.folder}`
    case 'command':
      return `commands that begin with \`${scope.prefix}\` in ${scope.cwd}`
    case 'argv':
      return `exactly the command \`${scope.argv.map(quoteWord).join(' ')}\` in ${scope.cwd}`
    case 'host':
      return `${scope.scheme}://${scope.host}:${scope.port}`
    case 'session':
    case 'agent':
    case 'server':
      return `the ${scope.kind} ${scope.id}`
    case 'input':
      return 'with exactly this input'
    case 'value':
      return `the ${scope.sink} "${scope.value}"`
    default:
      return assertNever(scope)
  }
}
