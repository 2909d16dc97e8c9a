import { toolOutput } from '@drawbridge/core'
import { defineToolBody, type ToolBody } from '@drawbridge/core/registry'
import type { House } from '@drawbridge/room'
import { z } from 'zod'

/** `agent.list` and `agent.list_definitions`: the agents whose prompt, model and rules a child may have. */
export function definitionsTool(house: House): ToolBody {
  return defineToolBody({
    input: z.strictObject({}),
    sinks: [],
    execute: async (_, { principal }) => {
      const profiles = (await house.service('agentRunner'))?.profiles ?? {}
      const definitions = Object.entries(profiles)
        .filter(([id]) => id !== principal.agent)
        .map(([id, { description = '', model, suggestedTools }]) => ({
          id,
          description,
          ...(model === undefined ? {} : { model }),
          ...(suggestedTools === undefined ? {} : { suggested_tools: suggestedTools }),
        }))
      const lines = definitions.map(
        ({ id, description }) => `${id}: ${description === '' ? 'no description' : description}`,
      )
      const text =
        lines.length === 0
          ? 'No agent is defined besides you. A child without a definition is like you.'
          : lines.join('\n')
      return toolOutput({ content: [{ type: 'text', text }], data: { definitions } })
    },
  })
}
