import { posix } from 'node:path'
import { covers, type ShellCommand } from '@drawbridge/shell/cover'
import type { CallFacts } from '../policy/authority.ts'
import { type CommandTarget, shellCommand, type Target } from '../target/target.ts'
import { isRiskier } from '../tool/permission.ts'
import type { Grant, GrantProposal, GrantScope } from './grant.ts'
import { inputScope, objectionTo, proposeGrant } from './propose-grant.ts'

/**
 * Returns true if a grant that is valid at `now` covers a call: same owner, same tool, nothing beyond any of its parts.
 * Pure.
 */
export function grantCovers(grant: Grant, facts: CallFacts, now: number): boolean {
  return isValidFor(grant, facts.principal, now) && proposalCovers(grant, facts)
}

/** Returns true if a grant belongs to a caller and has not expired. */
export function isValidFor(grant: Grant, principal: CallFacts['principal'], now: number): boolean {
  return (grant.expiresAt === undefined || now < grant.expiresAt) && isOwner(grant, principal)
}

/** Returns true if the granted scope covers a call, for any caller and time. */
export function proposalCovers({ tool, scopes, permission, risk }: GrantProposal, facts: CallFacts): boolean {
  if (facts.tool !== tool || isRiskier(facts.risk, risk)) return false
  if (facts.permission === 'write' && permission === 'readonly') return false
  if (!proposeGrant(facts).grantable) return false
  const exact = scopes.find((scope) => scope.kind === 'input')
  if (exact !== undefined && !isSameInput(exact, inputScope(facts.input))) return false
  if (exact === undefined && facts.targets.length === 0) return false
  return facts.targets.every((target) => scopes.some((scope) => holds(scope, target)))
}

function isOwner({ owner }: Grant, principal: CallFacts['principal']): boolean {
  return (
    owner.user === principal.user &&
    owner.agent === principal.agent &&
    (owner.session === undefined || owner.session === principal.session)
  )
}

function isSameInput(left: GrantScope, right: GrantScope): boolean {
  return left.kind === 'input' && right.kind === 'input' && left.digest === right.digest
}

function holds(scope: GrantScope, target: Target): boolean {
  if (objectionTo(target) !== undefined) return false
  switch (scope.kind) {
    case 'path':
      return target.kind === 'path' && target.access === scope.access && liesIn(target.real, target.recursive, scope)
    case 'command':
      return isRunThere(scope, target) && covers(scope.prefix, target[shellCommand])
    case 'argv':
      return (
        isRunThere(scope, target) &&
        target.argv.length === scope.argv.length &&
        covers(scope.argv, target[shellCommand])
      )
    case 'host':
      return (
        target.kind === 'host' &&
        target.scheme === scope.scheme &&
        target.host === scope.host &&
        target.port === scope.port
      )
    case 'session':
    case 'agent':
    case 'server':
      return target.kind === scope.kind && target.id === scope.id
    case 'input':
    case 'value':
      return false
  }
}

type AnalysedTarget = CommandTarget & { readonly [shellCommand]: ShellCommand }

function isRunThere(scope: Extract<GrantScope, { cwd: string }>, target: Target): target is AnalysedTarget {
  return (
    target.kind === 'command' &&
    target.cwd === scope.cwd &&
    target.program.path === scope.program &&
    target[shellCommand] !== undefined
  )
}

function liesIn(real: string, recursive: boolean, scope: Extract<GrantScope, { kind: 'path' }>): boolean {
  if (!scope.below) return !recursive && posix.dirname(real) === scope.folder
  return real === scope.folder || real.startsWith(scope.folder === '/' ? '/' : `${scope.folder}/`)
}
