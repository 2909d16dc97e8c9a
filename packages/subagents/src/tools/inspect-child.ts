import { fail, toolOutput } from '@drawbridge/core'
import type { Child } from '@drawbridge/core/agent'
import { shortenMiddle } from '@drawbridge/core/base'
import { defineToolBody, type ToolBody } from '@drawbridge/core/registry'
import type { House } from '@drawbridge/room'
import { z } from 'zod'
import { needChildAgents, ownChildren } from './need-own-child.ts'
import { factsOfChild, lineOfChild, reportText } from './render-child.ts'

const longestText = 10_000

const input = z.strictObject({
  id: z.string().trim().min(1).max(100).describe('The id or the label of a child, or last.'),
  tail: z.int().min(1).max(100).default(10).describe('The number of its last messages, answers and results.'),
})

/** `agent.inspect`: shows one child with the end of its conversation. */
export function inspectTool(house: House): ToolBody {
  return defineToolBody({
    input,
    sinks: [],
    execute: async ({ id, tail }, { principal }) => {
      const [child] = await ownChildren(await needChildAgents(house), principal, id)
      return child === undefined ? fail('invalid_target', 'You have no children.') : inspectChild(house, child, tail)
    },
  })
}

/** Returns what a child is and the end of its conversation. */
export async function inspectChild(house: House, child: Child, tail = 10) {
  const { task, text, message } = child
  const transcript = await (await needChildAgents(house)).transcript(child.id, tail)
  const parts = [
    lineOfChild(child),
    `Task: ${shortenMiddle(task, longestText)}`,
    ...(message === undefined ? [] : [`Reason: ${message}`]),
    ...(transcript.length === 0 ? [] : [`Its last ${transcript.length} entries:`, ...transcript]),
    ...(text === '' ? [] : ['Its report:', shortenMiddle(text, longestText)]),
  ]
  return toolOutput({ content: [reportText(parts.join('\n\n'))], data: { child: factsOfChild(child), transcript } })
}
