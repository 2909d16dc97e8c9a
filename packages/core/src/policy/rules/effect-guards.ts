import { isProjectCode } from '@drawbridge/shell/guarded-files'
import type { CallFacts } from '../authority.ts'
import { type CallPart, carriesEffect, hasEffect } from './call-part.ts'
import type { RuleFinding } from './finding.ts'
import type { Guard, GuardRule } from './guard.ts'
import { isWorkspaceEdit } from './path-guards.ts'

const builtIn = { source: 'built-in', verdict: 'ask' } as const

/** Effects that cannot be known before the call runs. */
export const unknowable: GuardRule = (part) => {
  if (part.kind !== 'dynamic') return undefined
  return {
    ...builtIn,
    rule: 'default.dynamic',
    because: `Its targets are unknown: ${part.why}.`,
    lift: 'narrow',
  }
}

/** Changes, by how bad they may be. Commands have a guard of their own. */
export const effect: GuardRule = (part, facts) => {
  if (part.kind === 'command' || part.kind === 'dynamic' || !hasEffect(facts) || !carriesEffect(part, facts))
    return undefined
  const { tool, risk, permission, adjusted } = facts
  const note = `${decidesLaterCommands(part)}${adjusted === undefined ? '' : ` ${adjusted}`}`
  switch (risk) {
    case 'destructive':
      return guard('destructive', `"${tool}" may destroy data permanently (destructive).${note}`)
    case 'dangerous':
      return guard('dangerous', `"${tool}" can do harm beyond its task (dangerous).${note}`)
    case 'medium':
    case 'safe':
      if (permission === 'readonly') return undefined
      return {
        ...guard('write', `"${tool}" changes something (${risk}).${note}`),
        lift: 'rule',
        isEdit: isWorkspaceEdit(part),
      }
    default:
      return risk satisfies never
  }
}

/** Scripts of `package.json` and targets of a `Makefile` run later under the name of a command that looks harmless. */
function decidesLaterCommands(part: CallPart): string {
  const isChange = part.kind === 'path' && (part.access === 'write' || part.access === 'delete')
  return isChange && isProjectCode(part.real) ? ` "${part.declared}" decides what later commands run.` : ''
}

/** Reaching out, unless the host is allowed: also a query tells others something. */
export const networkUse: GuardRule = (part, facts, { network }) => {
  if (!carriesEffect(part, facts)) return undefined
  // A tool that declares an input to be less, such as a dry run, reaches no host with it.
  const isLowered = facts.adjusted !== undefined && facts.permission === 'readonly' && facts.risk === 'safe'
  if (part.kind === 'call' && facts.tags.has('network') && !isLowered) {
    return { ...guard('network', `"${facts.tool}" uses the network.`), lift: 'rule' }
  }
  if (part.kind !== 'host' || network.isAllowed?.(part.host) === true) return undefined
  return { ...guard('network', `"${facts.tool}" connects to ${part.host}.`), lift: 'rule' }
}

function guard(name: string, because: string): Guard {
  return { ...builtIn, rule: `default.${name}`, because, lift: 'narrow' }
}

/** Returns the finding that allows a call to which nothing objects. */
export function passage({ permission, adjusted }: CallFacts): RuleFinding {
  const isReading = permission === 'readonly'
  return {
    verdict: 'allow',
    rule: isReading ? 'default.readonly' : 'default.harmless',
    source: 'built-in',
    because: adjusted ?? (isReading ? 'It only reads.' : 'It does nothing that needs permission.'),
  }
}
