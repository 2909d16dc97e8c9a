import type { SessionPolicy } from '@drawbridge/core/policy'
import type { ProgramGrants } from '@drawbridge/tools'

/** The same policy, which keeps `runtime.credentialed_exec` from runs that were granted none of the programs. */
export function hideUngranted(policy: SessionPolicy, grants: ProgramGrants): SessionPolicy {
  return {
    ...policy,
    forRun: (principal, options) => {
      const forRun = policy.forRun(principal, options)
      if (grants.of(principal).list().length > 0) return forRun
      return {
        ...forRun,
        hide: (tool) => (tool.name === 'runtime.credentialed_exec' ? ungranted : forRun.hide?.(tool)),
      }
    },
  }
}

const ungranted = {
  class: 'unavailable',
  reason: 'no program with credentials is granted to this agent and user',
  source: 'registry',
} as const
