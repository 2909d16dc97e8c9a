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
  return {
    tool: call.tool.name,
    ...(call.askedAs === undefined ? {} : { askedAs: call.askedAs.tool.name }),
    groups: call.tool.groups,
    tags: call.tool.tags,
    permission: call.permission,
    risk: call.risk,
    ...(call.adjusted === undefined ? {} : { adjusted: call.adjusted }),
    input: call.input,
    targets: call.targets,
    principal,
  }
}
