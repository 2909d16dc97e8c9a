import { defined } from '../base/defined.ts'
import type { Principal } from '../base/principal.ts'
import type { CallFacts, EarlyFacts } from '../policy/authority.ts'
import type { Target } from '../target/target.ts'
import type { JudgedPart, TargetedCall, ValidatedCall } from './call.ts'

/** Returns the facts of a call before its targets are known. */
export function earlyFacts({ tool, input }: ValidatedCall, principal: Principal): EarlyFacts {
  const { name, groups, tags, permission } = tool
  return { tool: name, groups, tags, permission, input, targets: [], principal }
}

/** Returns the facts of a call for policy and hooks. */
export function callFacts(call: TargetedCall, principal: Principal): CallFacts {
  const { tool, permission, risk, input, targets, askedAs, adjusted } = call
  const { name, groups, tags } = tool
  const facts = { tool: name, groups, tags, permission, risk, input, targets, principal }
  if (askedAs === undefined && adjusted === undefined) return facts
  return { ...facts, ...defined({ askedAs: askedAs?.tool.name, adjusted }) }
}

/** Returns the facts of each part of a call, as a call of its own tool. */
export function factsOfParts({ parts, targets }: TargetedCall, principal: Principal): readonly CallFacts[] {
  if (parts === undefined) return noFacts
  return parts.map(({ tool: { name, groups, tags, permission, risk }, input, targets: own }) => ({
    tool: name,
    groups,
    tags,
    permission,
    risk,
    input,
    targets: targets.filter((target) => isOneOf(target, own)),
    principal,
  }))
}

const noFacts: readonly CallFacts[] = []

function isOneOf(target: Target, declared: JudgedPart['targets']): boolean {
  return (
    target.kind === 'path' && declared.some(({ path, access }) => path === target.declared && access === target.access)
  )
}
