import type { Principal } from '@drawbridge/core'
import type { PolicyOptions, PolicySource, SessionPolicy } from '@drawbridge/core/policy'

/** A policy for runs that follows its source: a run keeps its tools, and each of its calls is judged by the policy then in force. */
export function livePolicy(source: PolicySource): SessionPolicy {
  return {
    mode: source.current().mode,
    modeOf: (options) => source.current().modeOf(options),
    readsOnly: (options) => source.current().readsOnly(options),
    explainTool: (name, principal, options) => source.current().explainTool(name, principal, options),
    forRun: (principal, options) => {
      let judged = source.current()
      let judge = judged.forRun(principal, options)
      const now = () => {
        const policy = source.current()
        if (policy !== judged) [judged, judge] = [policy, narrowed(policy, principal, options)]
        return judge
      }
      return {
        hide: (tool) => now().hide?.(tool),
        authority: {
          refresh: source.refresh,
          removal: (tool) => now().authority.removal?.(tool),
          decide: (facts) => now().authority.decide(facts),
          shadow: () => now().authority.shadow?.(),
          denials: (facts) => now().authority.denials?.(facts),
        },
      }
    },
  }
}

/** A run whose mode the new policy no longer allows goes on in the mode of that policy. */
function narrowed(policy: SessionPolicy, principal: Principal, options: PolicyOptions) {
  try {
    return policy.forRun(principal, options)
  } catch {
    const { mode: _, ...rest } = options
    return policy.forRun(principal, rest)
  }
}
