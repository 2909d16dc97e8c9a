import { fail, type Principal, toolOutput } from '@drawbridge/core'
import type { Delegation } from '@drawbridge/core/agent'
import { defined } from '@drawbridge/core/base'
import { defineToolBody, type ToolBody } from '@drawbridge/core/registry'
import { z } from 'zod'
import { agentOf } from '../link/link-access.ts'
import type { DelegationKeeper } from '../run/create-delegations.ts'
import { factsOfDelegation, lineOfDelegation, outputOfDelegation, reportText } from './render-delegation.ts'

const input = z.strictObject({
  action: z
    .enum(['delegate', 'cancel', 'list', 'history'])
    .describe('delegate: gives `task` to `agent`. cancel: ends one. list: those that run. history: the last ones.'),
  agent: z.string().trim().min(1).max(200).optional().describe('delegate: the id of the other agent.'),
  task: z
    .string()
    .trim()
    .min(1)
    .max(100_000)
    .optional()
    .describe('delegate: the whole task. The other agent sees nothing of this conversation.'),
  context: z.string().trim().min(1).max(100_000).optional().describe('delegate: facts that it needs.'),
  mode: z
    .enum(['sync', 'async'])
    .default('async')
    .describe('delegate: sync waits for the report; async goes on, and you get a message when it ends.'),
  id: z.string().trim().min(1).max(100).optional().describe('cancel: the id of a delegation, or last.'),
  timeout_seconds: z.int().min(1).max(86_400).optional().describe('delegate: the longest time for the work.'),
})

/** The time that a waiting call keeps of its own for its result, in milliseconds. */
const keptMs = 5_000
/** The number of delegations in a list. */
const mostListed = 20

/** `agent.delegate`: gives work to another agent, and looks after it. */
export function delegateTool(delegations: () => Promise<DelegationKeeper>): ToolBody {
  return defineToolBody({
    input,
    sinks: [],
    timeoutMs: 600_000,
    check: ({ action, agent, task, id }) => {
      if (action === 'delegate' && (agent === undefined || task === undefined))
        return '`delegate` needs `agent` and `task`.'
      return action === 'cancel' && id === undefined
        ? '`cancel` needs `id`: the id of a delegation, or last.'
        : undefined
    },
    targets: ({ action, agent }) =>
      action === 'delegate' && agent !== undefined ? [{ kind: 'agent', id: agent }] : [],
    execute: async ({ action, agent = '', task = '', mode, id, ...wanted }, context) => {
      const { principal, workspace, toolCallId, signal } = context
      const keeper = await delegations()
      if (action === 'list' || action === 'history') return listed(await ownOf(keeper, principal), action)
      if (action === 'cancel') {
        const found = await needOwn(keeper, principal, id ?? '')
        if (found.state !== 'running') fail('invalid_target', `${lineOfDelegation(found)}. It has ended.`)
        await keeper.cancel(found.id, 'The agent that gave the task cancelled it.')
        return outputOfDelegation(await keeper.wait(found.id, { signal, toldBy: toolCallId }))
      }
      const timeoutMs = wanted.timeout_seconds === undefined ? undefined : wanted.timeout_seconds * 1_000
      const longest = mode === 'sync' ? Math.min(timeoutMs ?? context.timeoutMs, context.timeoutMs - keptMs) : timeoutMs
      const begun = await keeper.delegate(
        { principal, workspace, toolCallId },
        { agent, task, ...defined({ context: wanted.context, timeoutMs: longest }) },
      )
      if ('refused' in begun) return fail('denied_by_policy', begun.refused)
      if (mode === 'async') return accepted(begun)
      const ended = await keeper.wait(begun.id, { signal, toldBy: toolCallId })
      if (signal.aborted) await keeper.cancel(begun.id, 'The call that waited for it was aborted.')
      return outputOfDelegation(ended)
    },
  })
}

function accepted(delegation: Delegation) {
  const text = `The agent "${delegation.target}" works on ${JSON.stringify(delegation.label)} (${delegation.id}). You will be told when it ends: go on with other work, or end your turn. Do not ask for its state again and again.`
  return toolOutput({ content: [{ type: 'text', text }], data: factsOfDelegation(delegation) })
}

async function ownOf(keeper: DelegationKeeper, principal: Principal): Promise<readonly Delegation[]> {
  return keeper.ofSource(agentOf(principal), principal.user ?? 'local', 200)
}

/** A delegation of others is as unknown as one that does not exist. */
async function needOwn(keeper: DelegationKeeper, principal: Principal, id: string): Promise<Delegation> {
  const own = await ownOf(keeper, principal)
  const found = id === 'last' ? own.find(({ state }) => state === 'running') : own.find((each) => each.id === id)
  if (found !== undefined) return found
  const open = own.filter(({ state }) => state === 'running').map((each) => each.id)
  return fail(
    'invalid_target',
    `You have no delegation ${JSON.stringify(id)}. ${open.length === 0 ? 'None runs.' : `These run: ${open.join(', ')}.`}`,
  )
}

function listed(own: readonly Delegation[], action: 'list' | 'history') {
  const wanted = own.filter(({ state }) => (state === 'running') === (action === 'list')).slice(0, mostListed)
  const none = action === 'list' ? 'None of your delegations runs.' : 'None of your delegations has ended.'
  const text = wanted.length === 0 ? none : wanted.map(lineOfDelegation).join('\n')
  return toolOutput({ content: [reportText(text)], data: { delegations: wanted.map(factsOfDelegation) } })
}
