import { assertNever } from '../error/assert-never.ts'
import { quoteWord } from '../text/quote-word.ts'
import type { GrantProposal, GrantScope } from './grant.ts'

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
    default:
      return assertNever(scope)
  }
}
