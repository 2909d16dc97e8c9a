import { toolOutput } from '@drawbridge/core'
import type { DelegateTarget } from '@drawbridge/core/agent'
import { defineToolBody, type ToolBody } from '@drawbridge/core/registry'
import { indexText, joinRanks, rankByMeaning, rankTexts } from '@drawbridge/core/search'
import type { House } from '@drawbridge/room'
import { z } from 'zod'
import type { DelegationKeeper } from '../run/create-delegations.ts'
import { reportText } from './render-delegation.ts'

const input = z.strictObject({
  query: z.string().trim().min(1).max(1_000).describe('The work or the skill that you look for.'),
  limit: z.int().min(1).max(20).default(5),
})

/** `agent.delegate_search`: finds agents for a task by their names and descriptions, among those that the caller may give work to. */
export function delegateSearchTool(house: House, delegations: () => Promise<DelegationKeeper>): ToolBody {
  return defineToolBody({
    input,
    sinks: [],
    execute: async ({ query, limit }, { principal, signal }) => {
      const targets = await (await delegations()).targetsOf(principal)
      const texts = targets.map(({ agent, description }) => `${agent}: ${description}`)
      const { places, degraded } = await rankByMeaning(await house.service('embedder'), { query, texts, signal })
      const list = places.flatMap((place) => targets[place] ?? [])
      const found = joinRanks([rankByWords(targets, query), list], limit)
      const lines = found.map(lineOfTarget)
      const text = [
        ...(found.length === 0
          ? [
              targets.length === 0
                ? 'You can give work to no other agent.'
                : `None of the ${targets.length} agents that you may give work to matches ${JSON.stringify(query)}.`,
            ]
          : [...lines, 'Give one of them work with agent.delegate.']),
        ...(degraded === undefined ? [] : [`Searched by words alone: ${degraded}`]),
      ].join('\n')
      return toolOutput({
        content: [reportText(text, 'agent.delegate_search')],
        data: {
          agents: found.map(({ agent, description }) => ({ agent, description })),
          count: found.length,
          ...(degraded === undefined ? {} : { degraded }),
        },
      })
    },
  })
}

/** Returns a target as one line. */
export function lineOfTarget({ agent, description, by }: DelegateTarget): string {
  return `- ${agent}: ${description === '' ? 'no description' : description}${by === 'team' ? ' (of a team that you lead)' : ''}`
}

/** Ranks agents by the words of a query, best first. Pure. */
export function rankByWords(targets: readonly DelegateTarget[], query: string): readonly DelegateTarget[] {
  const documents = targets.map(({ agent, description }) =>
    indexText([
      { text: agent.replaceAll(/[-_.]/g, ' '), weight: 3 },
      { text: description, weight: 1 },
    ]),
  )
  return rankTexts(query, documents).flatMap(({ index }) => targets[index] ?? [])
}
