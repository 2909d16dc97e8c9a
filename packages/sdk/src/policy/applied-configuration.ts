import type { Mode, Principal, Registry } from '@drawbridge/core'
import {
  builtInPolicy,
  type CompiledPolicy,
  type PolicyOptions,
  type PolicySource,
  type SessionPolicy,
} from '@drawbridge/core/policy'
import type { ListedTool } from '@drawbridge/core/registry'
import { compileConfiguration } from '../config/compile-configuration.ts'
import { invalidConfiguration } from '../config/config-problem.ts'
import type { Configuration } from '../config/configuration.ts'
import { realUserHome } from '../home/real-user-home.ts'
import type { ConfigurationSource } from './create-configuration-source.ts'
import { createSessionPolicy } from './session-policy.ts'

/** A configuration with the policy that it means in each folder. */
export interface AppliedConfiguration {
  readonly configuration: Configuration | undefined
  /** @throws DrawbridgeError `invalid_configuration` if it names what does not exist. */
  policyOn(folder: string): SessionPolicy
  /** The folders that a policy was asked for. */
  folders(): readonly string[]
}

export interface ApplyOptions {
  readonly registry: Registry
  /** All tools that names may mean, as they are now. */
  known(): readonly ListedTool[]
  /** The default mode of runs. */
  readonly mode: Mode | undefined
  /** True if a mode that the operator does not allow is left out, so that the rest still comes into force. */
  readonly dropsWithdrawnMode?: boolean
}

/** Makes what is in force of a configuration. Each folder has its policy compiled once. */
export function applyConfiguration(
  configuration: Configuration | undefined,
  { registry, known, mode, dropsWithdrawnMode = false }: ApplyOptions,
): AppliedConfiguration {
  const policies = new Map<string, SessionPolicy>()
  const modeFor = (policy: CompiledPolicy) =>
    dropsWithdrawnMode && mode === 'bypass' && !policy.allowsBypass ? 'default' : mode
  return {
    configuration,
    policyOn: (folder) => {
      const made = policies.get(folder)
      if (made !== undefined) return made
      const compiled = policyOf(configuration, known(), folder)
      const policy = createSessionPolicy(compiled, registry, modeFor(compiled), shadowOn(folder))
      policies.set(folder, policy)
      return policy
    },
    folders: () => [...policies.keys()],
  }

  /** A faulty shadow policy is not compared, and delays nothing. */
  function shadowOn(workspace: string): CompiledPolicy | undefined {
    const layer = configuration?.shadow?.layer
    if (layer === undefined) return undefined
    const compiled = compileConfiguration([layer], { tools: known(), workspace, userHome: realUserHome() })
    return compiled.status === 'compiled' ? compiled.policy : undefined
  }
}

/** The policy of one folder, which follows the configuration. */
export function policySourceOn(source: ConfigurationSource<AppliedConfiguration>, folder: string): PolicySource {
  return { ...source, current: () => source.current().policyOn(folder) }
}

/**
 * Returns the policy of a configuration, whose names are checked against `tools`; the built-in policy without a configuration.
 * Throws `invalid_configuration` if it names something that does not exist.
 */
function policyOf(
  configuration: Configuration | undefined,
  tools: readonly ListedTool[],
  workspace: string,
): CompiledPolicy {
  if (configuration === undefined) return builtInPolicy
  const compiled = compileConfiguration(configuration.layers, { tools, workspace, userHome: realUserHome() })
  if (compiled.status === 'refused') throw invalidConfiguration(compiled.problems)
  return compiled.policy
}

/** A policy for runs that follows its source: a run keeps its tools, and each of its calls is judged by the policy then in force. */
export function livePolicy(source: PolicySource): SessionPolicy {
  return {
    mode: source.current().mode,
    modeOf: (options) => source.current().modeOf(options),
    readsOnly: (options) => source.current().readsOnly(options),
    rulesOf: (agent) => source.current().rulesOf(agent),
    explainTool: (name, principal, options) => source.current().explainTool(name, principal, options),
    denial: (tool, principal, options) => source.current().denial(tool, principal, options),
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
