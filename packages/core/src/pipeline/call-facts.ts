import type { CallFacts } from '../policy/authority.ts'
import type { Principal } from '../principal/principal.ts'
import type { TargetedCall } from './call.ts'

/** What policy and hooks are told of a call. */
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
