import type { AnyEventBody, EventFamily } from '@drawbridge/core/event'
import { defineRoom, type House } from '@drawbridge/room'
import type { DelegationKeeper } from './run/create-delegations.ts'
import type { DelegationSection } from './section.ts'

/** The service of the house, which is that of this room unless the house has another one. */
const keeperOf = (house: House) => async () => (await house.service('delegations')) as unknown as DelegationKeeper

/** A person was handed over to another agent, or back. */
export interface HandoffHappened extends AnyEventBody {
  readonly type: 'delegations.handoff'
  readonly from: string
  /** Empty if the agent that was there first answers again. */
  readonly to: string
  readonly reason: string
  readonly channel: string
  readonly chat: string
}

const handoffEvents: EventFamily<{ readonly 'delegations.handoff': HandoffHappened }> = {
  'delegations.handoff': {
    scrub: (body, { scrub }) => ({ ...body, reason: scrub(body.reason).text }),
    line: ({ from, to }) => ({ from, to }),
    replay: 'told',
    because: 'it tells of another session',
    isWhole: ({ from, to }) => typeof from === 'string' && typeof to === 'string',
  },
}

/** Named agents that work for each other: links, delegations, and the gates that judge their work. */
export const delegationRoom = defineRoom<DelegationSection>({
  name: 'delegations',
  loadSection: async () => (await import('./section.ts')).delegationSection,
  builtIn: { maxConcurrent: 3, maxLoad: 5, timeoutSeconds: 600 },
  summary: 'the work that agents give each other',
  tools: [
    {
      name: 'agent.delegate',
      description:
        'Gives a task to another agent, which works on it as itself, with tools of its own, and reports back; cancels or lists what you gave away. Use it for work that another agent is made for. The other agent knows only the task and the context.',
      permission: 'readonly',
      risk: 'safe',
      tags: ['agent'],
      groups: ['delegation'],
      load: async (house) => (await import('./tools/delegate-tool.ts')).delegateTool(keeperOf(house)),
    },
    {
      name: 'agent.delegate_search',
      description: 'Finds the agents that you may give work to, by what they are made for.',
      permission: 'readonly',
      risk: 'safe',
      groups: ['delegation'],
      load: async (house) => (await import('./tools/search-tool.ts')).delegateSearchTool(house, keeperOf(house)),
    },
    {
      name: 'agent.evaluate_loop',
      description:
        'Lets one agent do a task and another one judge it, round by round, until the work is approved or the rounds end. Returns the last work and the judgement.',
      permission: 'readonly',
      risk: 'safe',
      tags: ['agent'],
      groups: ['delegation'],
      load: async (house) => (await import('./tools/evaluate-tool.ts')).evaluateTool(keeperOf(house)),
    },
    {
      name: 'agent.handoff',
      description:
        'Hands the person over to another agent, which answers from now on, or back (clear). Use it if another agent is the right one for all that follows; for one task use agent.delegate.',
      permission: 'write',
      risk: 'medium',
      groups: ['delegation'],
      load: async (house) => (await import('./tools/handoff-tool.ts')).handoffTool(house, keeperOf(house)),
    },
  ],
  commands: [
    {
      path: ['agents', 'link'],
      summary: 'let an agent give work to another one',
      load: async () => (await import('./commands/link-commands.ts')).linkCommand,
    },
    {
      path: ['agents', 'links'],
      summary: 'list the links between agents',
      load: async () => (await import('./commands/link-commands.ts')).linksCommand,
    },
    {
      path: ['delegations', 'list'],
      isDefault: true,
      summary: 'list the last delegations, newest first',
      load: async () => (await import('./commands/delegation-commands.ts')).listCommand,
    },
    {
      path: ['delegations', 'show'],
      summary: 'show a delegation with its report',
      load: async () => (await import('./commands/delegation-commands.ts')).showCommand,
    },
  ],
  loadRoutes: async () => (await import('./delegation-routes.ts')).delegationRoutes,
  pages: [
    { view: 'delegations', title: 'Delegations', needs: 'listDelegations', order: 30, icon: 'split', shortcut: 'd' },
  ],
  migrations: [
    { name: '0001-delegation', load: () => import('./0001-delegation.ts') },
    { name: '0002-routes', load: () => import('./0002-routes.ts') },
  ],
  events: handoffEvents,
  promptBlocks: [
    {
      name: 'DELEGATION.md',
      text: async (house, { agent, user }) => {
        const delegations = await house.service('delegations')
        const caller = { ...(agent === undefined ? {} : { agent }), ...(user === undefined ? {} : { user }) }
        const targets = (await delegations?.targetsOf(caller)) ?? []
        return (await import('./link/delegation-document.ts')).delegationDocument(targets)
      },
    },
  ],
  provides: {
    handoffs: async (house) => {
      return (await import('./link/standing-routes.ts')).standingRoutes(house, keeperOf(house))
    },
    delegations: async (house, section) =>
      (await import('./run/create-delegations.ts')).createDelegations(house, section),
  },
})
