import { DrawbridgeError, type Mode, type Principal, type Registry } from '@drawbridge/core'
import {
  type Authority,
  type CompiledPolicy,
  createPolicyAuthority,
  createToolSets,
  decideWithSet,
  type PolicyOptions,
  type SessionPolicy,
  type ToolExplanation,
  type ToolSets,
} from '@drawbridge/core/policy'

/**
 * @param mode Of runs that set none, if it differs from the policy's own.
 * @param shadow A second policy that is only compared with this one.
 */
export function createSessionPolicy(
  policy: CompiledPolicy,
  registry: Registry,
  mode?: Mode,
  shadow?: CompiledPolicy,
): SessionPolicy {
  const toolSets = createToolSets(policy, registry)
  const authority = createPolicyAuthority(policy, { mode })
  let shadowSets: ToolSets | undefined
  assertAllowed(mode)

  return {
    mode,
    modeOf,
    forRun: (principal, options) => {
      assertAllowed(options.mode)
      const { removed } = toolSets.of(scopeOf(principal, options))
      let compared: Pick<Authority, 'decide'> | undefined
      return {
        authority: {
          ...authorityFor(options),
          removal: (tool) => removed.get(tool),
          ...(shadow === undefined ? {} : { shadow: () => (compared ??= shadowFor(shadow, principal, options)) }),
        },
        hide: (tool) => removed.get(tool.name) ?? options.hide?.(tool),
      }
    },
    readsOnly: (options) => {
      return modeOf(options) === 'plan' || (options.ceilings ?? []).some((ceiling) => ceiling.mode === 'plan')
    },
    rulesOf: (agent) => policy.rules.filter((rule) => rule.agent === agent),
    explainTool: (name, principal, options) => {
      const explained = toolSets.explain(name, scopeOf(principal, options))
      const disabled = registry.whyDisabled(name)
      return explained === undefined || disabled === undefined ? explained : switchedOff(explained, disabled)
    },
    denial: (tool, principal, options) => toolSets.denial(tool, scopeOf(principal, options)),
  }

  function modeOf({ mode: own = mode ?? policy.settings.mode.name }: Pick<PolicyOptions, 'mode'>): Mode {
    return own
  }

  function authorityFor(options: PolicyOptions): Authority {
    const { mode: own = mode, ceilings = [] } = options
    return own === mode && ceilings.length === 0 ? authority : createPolicyAuthority(policy, { mode: own, ceilings })
  }

  /** It judges a run as it would if it were in force: with the mode and the ceilings of the run. */
  function shadowFor(other: CompiledPolicy, principal: Principal, options: PolicyOptions): Pick<Authority, 'decide'> {
    const { mode: wanted = mode, ceilings } = options
    const own = wanted === 'bypass' && !other.allowsBypass ? undefined : wanted
    shadowSets ??= createToolSets(other, registry)
    const { removed } = shadowSets.of({ ...scopeOf(principal, options), mode: own })
    const decider = createPolicyAuthority(other, { mode: own, ceilings })
    return { decide: (facts) => decideWithSet({ ...decider, removal: (tool) => removed.get(tool) }, facts) }
  }

  function scopeOf({ agent, role }: Pick<Principal, 'agent' | 'role'>, options: PolicyOptions) {
    return { ...options.scope, agent, role, mode: options.mode ?? mode, ceilings: options.ceilings }
  }

  function assertAllowed(wanted: Mode | undefined): void {
    if (wanted !== 'bypass' || policy.allowsBypass) return
    throw new DrawbridgeError(
      'invalid_option',
      'The mode "bypass" must be allowed by the operator: set "permissions": { "allowBypass": true } in drawbridge.jsonc of the data folder, or in the file of --config.',
    )
  }
}

/** A tool that cannot work here is in no set, whatever the steps of the policy say. */
function switchedOff({ name, notes }: ToolExplanation, reason: string): ToolExplanation {
  return {
    name,
    notes: [...notes, { step: 'registry', did: 'removed', source: 'registry', because: reason }],
    removal: { class: 'unavailable', reason, source: 'registry' },
  }
}
