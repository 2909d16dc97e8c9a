import { errorMessage, toolOutput } from '@drawbridge/core'
import type { DelegateTarget } from '@drawbridge/core/agent'
import { defineToolBody, type ToolBody } from '@drawbridge/core/registry'
import type { House } from '@drawbridge/room'
import { z } from 'zod'
import type { DelegationKeeper } from '../run/create-delegations.ts'
import { joinRanks, rankByMeaning, rankByWords } from './rank-targets.ts'
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
      const { list, degraded } = await byMeaning(house, targets, { query, signal })
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

async function byMeaning(
  house: House,
  targets: readonly DelegateTarget[],
  { query, signal }: { readonly query: string; readonly signal: AbortSignal },
): Promise<{ readonly list: readonly DelegateTarget[]; readonly degraded?: string }> {
  const embedder = targets.length === 0 ? undefined : await house.service('embedder')
  if (embedder?.model === undefined) return { list: [] }
  try {
    const texts = [query, ...targets.map(({ agent, description }) => `${agent}: ${description}`)]
    const { vectors } = await embedder.embed(texts, signal)
    return {
      list: rankByMeaning(
        targets,
        vectors.map((vector) => [...vector]),
      ),
    }
  } catch (error) {
    signal.throwIfAborted()
    return { list: [], degraded: errorMessage(error) }
  }
}
