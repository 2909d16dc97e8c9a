import { randomUUID } from 'node:crypto'
import { fail, type Principal, toolOutput } from '@drawbridge/core'
import { placeOfChat } from '@drawbridge/core/agent'
import { defineToolBody, type ToolBody } from '@drawbridge/core/registry'
import type { House } from '@drawbridge/room'
import { z } from 'zod'
import { agentOf } from '../link/link-access.ts'
import { clearRoute, saveRoute } from '../link/route-store.ts'
import type { DelegationKeeper } from '../run/create-delegations.ts'

const input = z.strictObject({
  action: z
    .enum(['transfer', 'clear'])
    .describe(
      'transfer: `agent` answers this person from now on. clear: the agent that was there first answers again.',
    ),
  agent: z.string().trim().min(1).max(200).optional().describe('transfer: the id of the other agent.'),
  reason: z.string().trim().min(1).max(2_000).optional().describe('transfer: why, for the other agent.'),
  transfer_context: z.boolean().default(true).describe('transfer: true if the other agent knows this conversation.'),
})

/** The ways in which a run is started that has no person to hand over. */
const withoutPerson: ReadonlySet<Principal['via']> = new Set([
  'spawn',
  'fork',
  'worker',
  'delegation',
  'team',
  'cron',
  'heartbeat',
])

/** `agent.handoff`: lets another agent answer the person from now on. */
export function handoffTool(house: House, delegations: () => Promise<DelegationKeeper>): ToolBody {
  return defineToolBody({
    input,
    sinks: [],
    check: ({ action, agent, reason }) =>
      action === 'transfer' && (agent === undefined || reason === undefined)
        ? '`transfer` needs `agent` and `reason`.'
        : undefined,
    targets: ({ agent }) => (agent === undefined ? [] : [{ kind: 'agent', id: agent }]),
    execute: async ({ action, agent = '', reason = '', transfer_context: knows }, { principal }) => {
      if (principal.role !== 'main' || withoutPerson.has(principal.via)) {
        fail(
          'denied_by_policy',
          'You work for another run, so you have no person to hand over. Report with your last message.',
        )
      }
      const database = await house.database.obtain()
      const place = placeOfChat(principal)
      const told = (to: string) =>
        house.emit(principal, { type: 'delegations.handoff', from: agentOf(principal), to, reason, ...place })
      if (action === 'clear') {
        if (!(await clearRoute(database, place))) fail('invalid_target', 'Nobody was handed over here.')
        await told('')
        return said('The agent that was there first answers from the next message on.', { cleared: true })
      }
      const objection = await (await delegations()).objectionTo(principal, agent)
      if (objection !== undefined) fail('denied_by_policy', objection)
      const node = knows ? await (await house.service('childAgents'))?.standingNode(principal.session) : undefined
      const session = `handoff_${randomUUID().replaceAll('-', '')}`
      const context = node === undefined ? {} : { context: { session: principal.session, node } }
      const route = { ...place, agent, session, from: agentOf(principal), reason, ...context }
      await saveRoute(database, route, house.clock.now())
      await told(agent)
      const text = `The agent "${agent}" answers from now on. End your turn with a short word to the person, and do no more.`
      return said(text, { agent, session, knows: node !== undefined })
    },
  })
}

function said(text: string, data: Readonly<Record<string, unknown>>) {
  return toolOutput({ content: [{ type: 'text', text }], data })
}
