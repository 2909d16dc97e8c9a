import { defined } from '../base/defined.ts'
import type { Principal } from '../base/principal.ts'
import type { CallFacts, EarlyFacts } from '../policy/authority.ts'
import type { TargetedCall, ValidatedCall } from './call.ts'

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
