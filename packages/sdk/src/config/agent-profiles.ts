import type { AgentProfile, AgentProfiles } from '@drawbridge/core/agent'
import { defined } from '@drawbridge/core/base'
import type { ConfigLayer } from './config-layer.ts'

/**
 * Returns the profiles of all agents that the layers name: what the definition of an agent says, and over it what the operator says
 * of the agent. A project's file says nothing of it.
 */
export function agentProfiles(layers: readonly ConfigLayer[]): AgentProfiles {
  const profiles = new Map<string, AgentProfile>()
  const ordered = [
    ...layers.filter(({ isDefinition }) => isDefinition === true),
    ...layers.filter(({ kind }) => kind === 'operator'),
  ]
  for (const layer of ordered) {
    for (const [agent, section] of Object.entries(layer.config.agents ?? {})) {
      const { description, model, dialect, reasoning, limits, suggestedTools, prompt, subagents } = section
      const { delegation, qualityGates } = section
      const before = profiles.get(agent) ?? {}
      const own = defined({
        description,
        model,
        dialect,
        reasoning,
        suggestedTools,
        qualityGates: qualityGates?.map((gate) => defined(gate)),
        delegation: delegation === undefined ? undefined : { ...before.delegation, ...defined(delegation) },
        subagents: subagents === undefined ? undefined : { ...before.subagents, ...defined(subagents) },
        limits: limits === undefined ? undefined : { ...before.limits, ...defined(limits) },
        prompt: prompt === undefined ? undefined : { text: prompt, source: layer.source(['agents', agent, 'prompt']) },
      })
      profiles.set(agent, { ...before, ...own })
    }
  }
  return Object.fromEntries(profiles)
}
