import { fail, toolOutput } from '@drawbridge/core'
import { codeOfRejection } from '@drawbridge/core/agent'
import { defined } from '@drawbridge/core/base'
import { defineToolBody, type ToolBody } from '@drawbridge/core/registry'
import type { House } from '@drawbridge/room'
import { z } from 'zod'
import { needChildAgents } from './need-own-child.ts'
import { factsOfChild } from './render-child.ts'

const input = z.strictObject({
  task: z
    .string()
    .trim()
    .min(1)
    .max(100_000)
    .describe('What the fork does. It knows this conversation up to the node.'),
  from_node: z
    .string()
    .trim()
    .min(1)
    .max(300)
    .optional()
    .describe('A node of this conversation, as sessions.history shows them. Default: the last one before this answer.'),
  label: z.string().trim().min(1).max(60).optional().describe('A few words for people.'),
})

/** `agent.fork`: has a copy of this conversation do a task. */
export function forkTool(house: House): ToolBody {
  return defineToolBody({
    input,
    sinks: [],
    execute: async ({ task, from_node: node, label }, { principal, workspace, toolCallId }) => {
      const children = await needChildAgents(house)
      const from = node ?? (await children.standingNode(principal.session))
      if (from === undefined)
        fail('invalid_target', 'This session has no conversation that could be forked. Use agent.spawn.')
      const child = await children.spawn(
        { principal, workspace, toolCallId },
        { task, role: 'fork', fork: { session: principal.session, node: from }, ...defined({ label }) },
      )
      if (child.state === 'rejected') fail(codeOfRejection(child), child.message ?? 'The fork was rejected.')
      const text = `The fork ${JSON.stringify(child.label)} (${child.id}) works. You will be told when it ends.`
      return toolOutput({ content: [{ type: 'text', text }], data: factsOfChild(child) })
    },
  })
}
