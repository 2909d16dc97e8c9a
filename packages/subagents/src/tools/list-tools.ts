import { type Principal, toolOutput } from '@drawbridge/core'
import { defineToolBody, type ToolBody } from '@drawbridge/core/registry'
import type { House } from '@drawbridge/room'
import { z } from 'zod'

/** `agent.list`: the agents that a caller may give work to, and the definitions that its children may have. */
export function agentsTool(house: House): ToolBody {
  return defineToolBody({
    input: z.strictObject({}),
    sinks: [],
    execute: async (_, { principal }) => {
      const targets = (await (await house.service('delegations'))?.targetsOf(principal)) ?? []
      const definitions = await definitionsFor(house, principal)
      const text = [
        ...(targets.length === 0
          ? ['You may give work to no other agent with agent.delegate.']
          : ['Agents that you may give work to with agent.delegate:', ...targets.map(lineOfTarget)]),
        ...(definitions.length === 0
          ? ['No definition is there for a child of yours.']
          : ['Definitions for a child of yours (agent.spawn):', ...definitions.map(lineOf)]),
      ].join('\n')
      return toolOutput({ content: [{ type: 'text', text }], data: { agents: targets, definitions } })
    },
  })
}

/** `agent.list_definitions`: the agents whose prompt, model and rules a child may have. */
export function definitionsTool(house: House): ToolBody {
  return defineToolBody({
    input: z.strictObject({}),
    sinks: [],
    execute: async (_, { principal }) => {
      const definitions = await definitionsFor(house, principal)
      const none = 'No agent is defined besides you. A child without a definition is like you.'
      const text = definitions.length === 0 ? none : definitions.map(lineOf).join('\n')
      return toolOutput({ content: [{ type: 'text', text }], data: { definitions } })
    },
  })
}

async function definitionsFor(house: House, principal: Pick<Principal, 'agent'>) {
  const profiles = (await house.service('agentRunner'))?.profiles ?? {}
  return Object.entries(profiles)
    .filter(([id]) => id !== principal.agent)
    .map(([id, { description = '', model, suggestedTools }]) => ({
      id,
      description,
      ...(model === undefined ? {} : { model }),
      ...(suggestedTools === undefined ? {} : { suggested_tools: suggestedTools }),
    }))
}

function lineOfTarget({ agent, description }: { readonly agent: string; readonly description: string }): string {
  return lineOf({ id: agent, description })
}

function lineOf({ id, description }: { readonly id: string; readonly description: string }): string {
  return `${id}: ${description === '' ? 'no description' : description}`
}
