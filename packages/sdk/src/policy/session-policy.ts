import {
  type Authority,
  type CompiledPolicy,
  createPolicyAuthority,
  createToolSets,
  DrawbridgeError,
  type Mode,
  type Principal,
  type Registry,
  type RunOptions,
  type ToolExplanation,
} from '@drawbridge/core'
import type { SessionOptions } from '../session/session-options.ts'

/** What a policy is for runs: which tools they have, and who decides on their calls. */
export interface SessionPolicy {
  /** Of runs that set none, where it differs from the policy's own. */
  readonly mode: Mode | undefined
  /** The mode that a run has. */
  modeOf(options: Pick<PolicyOptions, 'mode'>): Mode
  /** Throws where the run may not have the mode it wants. */
  forRun(principal: Principal, options: PolicyOptions): Required<Pick<RunOptions, 'authority' | 'hide'>>
  /** Whether runs may do nothing but read, because of their mode or that of a parent. */
  readsOnly(options: PolicyOptions): boolean
  /** What each step did to a tool; undefined for a name that no tool has. */
  explainTool(
    name: string,
    principal: Pick<Principal, 'agent' | 'role'>,
    options: PolicyOptions,
  ): ToolExplanation | undefined
}

export type PolicyOptions = Pick<SessionOptions, 'mode' | 'ceilings' | 'scope' | 'hide'>

/** @param mode Of runs that set none, where it differs from the policy's own. */
export function createSessionPolicy(policy: CompiledPolicy, registry: Registry, mode?: Mode): SessionPolicy {
  const toolSets = createToolSets(policy, registry)
  const authority = createPolicyAuthority(policy, { mode })
  assertAllowed(mode)

  return {
    mode,
    modeOf,
    forRun: (principal, options) => {
      assertAllowed(options.mode)
      const { removed } = toolSets.of(scopeOf(principal, options))
      return {
        authority: authorityFor(options),
        hide: (tool) => removed.get(tool.name) ?? options.hide?.(tool),
      }
    },
    readsOnly: (options) => {
      return modeOf(options) === 'plan' || (options.ceilings ?? []).some((ceiling) => ceiling.mode === 'plan')
    },
    explainTool: (name, principal, options) => {
      const explained = toolSets.explain(name, scopeOf(principal, options))
      const disabled = registry.whyDisabled(name)
      return explained === undefined || disabled === undefined ? explained : switchedOff(explained, disabled)
    },
  }

  function modeOf({ mode: own = mode ?? policy.settings.mode.name }: Pick<PolicyOptions, 'mode'>): Mode {
    return own
  }

  function authorityFor(options: PolicyOptions): Authority {
    const { mode: own = mode, ceilings = [] } = options
    return own === mode && ceilings.length === 0 ? authority : createPolicyAuthority(policy, { mode: own, ceilings })
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
