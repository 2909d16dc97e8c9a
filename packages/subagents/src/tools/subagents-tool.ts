import { fail, toolOutput } from '@drawbridge/core'
import { type Child, type ChildAgents, codeOfRejection } from '@drawbridge/core/agent'
import { defineToolBody, type ToolBody } from '@drawbridge/core/registry'
import type { House } from '@drawbridge/room'
import { z } from 'zod'
import { renderRoster } from '../announce/announcement.ts'
import { hasEnded } from '../record/child-record.ts'
import { inspectChild } from './inspect-child.ts'
import { needChildAgents, ownChildren } from './need-own-child.ts'
import { factsOfChild, lineOfChild, outputOfChildren, reportText } from './render-child.ts'
import { type WaitingCall, waitForChildren } from './wait-for-children.ts'

const input = z.strictObject({
  action: z
    .enum(['list', 'run', 'cancel', 'steer', 'continue', 'wait', 'inspect'])
    .describe(
      'list: your children. run: starts one with `task` and waits. cancel: ends it. steer: gives a working one other orders (`message`). continue: gives an ended one more work (`task`). wait: until it ends. inspect: what it does.',
    ),
  id: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .optional()
    .describe('The id or the label of a child; last for the newest one; for cancel and wait also all.'),
  task: z.string().trim().min(1).max(100_000).optional().describe('For run and continue.'),
  message: z.string().trim().min(1).max(100_000).optional().describe('For steer.'),
  timeout_seconds: z.int().min(1).max(598).default(300).describe('For wait: the longest time to wait.'),
})

/** `agent.subagents`: looks after the children of the caller's session. */
export function subagentsTool(house: House): ToolBody {
  return defineToolBody({
    input,
    sinks: [],
    timeoutMs: 600_000,
    check: ({ action, id, task, message }) => {
      if ((action === 'run' || action === 'continue') && task === undefined) return `\`${action}\` needs \`task\`.`
      if (action === 'steer' && message === undefined) return '`steer` needs `message`: the new orders.'
      if (['cancel', 'steer', 'continue', 'inspect'].includes(action) && id === undefined)
        return `\`${action}\` needs \`id\`: the id or label of a child, or last.`
      if (id === 'all' && action !== 'cancel' && action !== 'wait')
        return `\`${action}\` is for one child, not for all.`
      return undefined
    },
    execute: async ({ action, id = 'all', task = '', message = '', timeout_seconds: seconds }, context) => {
      const { principal, workspace, toolCallId, signal, timeoutMs, clock } = context
      const children = await needChildAgents(house)
      const call: WaitingCall = { toolCallId, signal, timeoutMs, clock }
      switch (action) {
        case 'list':
          return listed(await children.list(principal.session))
        case 'run': {
          const child = await children.spawn({ principal, workspace, toolCallId }, { task })
          if (child.state === 'rejected') fail(codeOfRejection(child), child.message ?? 'The child was rejected.')
          const ended = await waitForChildren(children, [child], call)
          if (signal.aborted) await children.cancel(child.id, 'The call that waited for it was aborted.')
          return outputOfChildren(ended, '')
        }
        case 'wait': {
          const own = await ownChildren(children, principal, id)
          const ended = await waitForChildren(children, own, { ...call, wantedMs: seconds * 1_000 })
          const open = ended.filter((child) => !hasEnded(child)).length
          return outputOfChildren(ended, open === 0 ? '' : `${open} of ${ended.length} still work after ${seconds} s.`)
        }
        case 'cancel': {
          const own = (await ownChildren(children, principal, id)).filter((child) => !hasEnded(child))
          await Promise.all(own.map((child) => children.cancel(child.id, 'Its parent cancelled it.')))
          const after = await Promise.all(own.map((child) => children.wait(child.id, { signal, toldBy: toolCallId })))
          return outputOfChildren(after, own.length === 0 ? 'Nothing was cancelled: no such child waits or works.' : '')
        }
        case 'steer':
          return steer(children, await one(children, principal, id), message)
        case 'continue': {
          const child = await one(children, principal, id)
          // Its gates and its link are for one piece of work.
          if (child.role === 'main')
            fail(
              'invalid_target',
              `${lineOfChild(child)}. Give the agent "${child.agent}" more work with agent.delegate.`,
            )
          if (!hasEnded(child)) fail('invalid_target', `${lineOfChild(child)}. Steer it, or wait for its end.`)
          const again = await children.continue({ principal, workspace, toolCallId }, child.id, task)
          return said(again, `The child ${JSON.stringify(again.label)} goes on. You will be told when it ends.`)
        }
        case 'inspect':
          return inspectChild(house, await one(children, principal, id))
        default:
          return action satisfies never
      }
    },
  })
}

async function one(...given: Parameters<typeof ownChildren>): Promise<Child> {
  const [child] = await ownChildren(...given)
  return child ?? fail('invalid_target', 'You have no children.')
}

async function steer(children: ChildAgents, child: Child, message: string) {
  if (await children.steer(child.id, message))
    return said(child, `The child ${JSON.stringify(child.label)} was stopped and goes on with your message.`)
  return fail(
    'invalid_target',
    `${lineOfChild(child)}. Only a child that works can be steered; use continue for an ended one.`,
  )
}

function said(child: Child, text: string) {
  return toolOutput({ content: [{ type: 'text', text }], data: factsOfChild(child) })
}

function listed(own: readonly Child[]) {
  const text = own.length === 0 ? 'You have no children.' : [...own.map(lineOfChild), renderRoster(own)].join('\n')
  return toolOutput({ content: [reportText(text)], data: { children: own.map(factsOfChild) } })
}
