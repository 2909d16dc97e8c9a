import type { Principal, Registry } from '@drawbridge/core'
import type { Authority } from '@drawbridge/core/policy'
import { createSimulation, type Simulation } from '@drawbridge/core/replay'
import * as analyser from '@drawbridge/shell'
import { flowSettings } from '../config/combine-layers.ts'
import { compileConfiguration } from '../config/compile-configuration.ts'
import type { ConfigLayer } from '../config/config-layer.ts'
import type { ConfigProblem } from '../config/config-problem.ts'
import { realUserHome } from '../home/real-user-home.ts'
import { createSessionPolicy } from '../policy/session-policy.ts'

/** A simulation that waits for recorded events, or the reasons that the policy cannot be tried. */
export type PolicyTrial =
  | { readonly status: 'ready'; readonly simulation: Simulation }
  | { readonly status: 'faulty'; readonly problems: readonly ConfigProblem[] }

/** Prepares the trial of the policy that some layers make together. */
export function trialOf(
  layers: readonly ConfigLayer[],
  { registry, workspace }: { readonly registry: Registry; readonly workspace: string },
): PolicyTrial {
  const userHome = realUserHome()
  const compiled = compileConfiguration(layers, { tools: registry.list(), workspace, userHome })
  if (compiled.status === 'refused') return { status: 'faulty', problems: compiled.problems }
  const tools = new Map(registry.list().map((tool) => [tool.name, tool]))
  const policy = createSessionPolicy(compiled.policy, registry)
  const authorities = new Map<string, Authority>()
  const authority = (principal: Principal): Authority => {
    const { agent = '', role } = principal
    const key = `${agent}\n${role}`
    const made = authorities.get(key) ?? policy.forRun(principal, {}).authority
    authorities.set(key, made)
    return made
  }
  const simulation = createSimulation({
    authority,
    findTool: (name) => tools.get(name),
    flow: flowSettings(layers).mode,
    workspace,
    userHome,
    analyser,
  })
  return { status: 'ready', simulation }
}
