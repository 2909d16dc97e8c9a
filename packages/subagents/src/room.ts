import type { Child } from '@drawbridge/core/agent'
import type { AnyEventBody, EventFamily } from '@drawbridge/core/event'
import { defineRoom } from '@drawbridge/room'
import type { SubagentsSection } from './subagents-section.ts'

/** The state of a child has changed, for the record of its parent. */
export interface ChildChanged extends AnyEventBody {
  readonly type: 'subagents.changed'
  readonly child: string
  readonly label: string
  readonly state: Child['state']
}

const subagentEvents: EventFamily<{ readonly 'subagents.changed': ChildChanged }> = {
  'subagents.changed': {
    scrub: (body, { scrub }) => ({ ...body, label: scrub(body.label).text }),
    line: ({ child, label, state }) => ({ child, label, state }),
    replay: 'told',
    because: 'it tells of another session',
    isWhole: ({ child, state }) => typeof child === 'string' && typeof state === 'string',
  },
}

/** Runs below a run: subagents, forks and workers, their limits, and how their ends reach their parents. */
export const subagentsRoom = defineRoom<SubagentsSection>({
  name: 'subagents',
  loadSection: async () => (await import('./subagents-section.ts')).subagentsSection,
  builtIn: {
    max: 8,
    depth: 1,
    childrenPerParent: 5,
    childrenPerSession: 16,
    childrenPerTree: 64,
    iterations: 20,
    archiveAfterMs: 3_600_000,
    askBeforeSpawn: false,
  },
  tools: [
    {
      name: 'agent.spawn',
      description:
        'Starts a child that works on a task on its own, with your tools or fewer, and reports back. Use it for work that is separate from yours: several searches at once, a long look through many files. The child knows only the task. You get a message when it ends.',
      permission: 'write',
      risk: 'medium',
      mayOnlyRead: true,
      tags: ['agent'],
      groups: ['agent', 'sessions'],
      load: async (house, section) => (await import('./tools/spawn-tool.ts')).spawnTool(house, section),
    },
    {
      name: 'agent.subagents',
      description:
        'Looks after the children that you started: lists, waits for, steers, continues, cancels and inspects them, or runs one and waits.',
      permission: 'readonly',
      risk: 'safe',
      tags: ['agent'],
      groups: ['agent', 'sessions'],
      load: async (house) => (await import('./tools/subagents-tool.ts')).subagentsTool(house),
    },
    {
      name: 'agent.fork',
      description:
        'Starts a child that knows this conversation up to a point and works on a task from there, next to you. You get a message when it ends.',
      permission: 'readonly',
      risk: 'safe',
      tags: ['agent'],
      load: async (house) => (await import('./tools/fork-tool.ts')).forkTool(house),
    },
    {
      name: 'agent.inspect',
      description: 'Shows one of your children: its state, its task and the end of its conversation.',
      permission: 'readonly',
      risk: 'safe',
      load: async (house) => (await import('./tools/inspect-child.ts')).inspectTool(house),
    },
    {
      name: 'agent.list',
      description: 'Lists the agents that you may give work to.',
      permission: 'readonly',
      risk: 'safe',
      load: async (house) => (await import('./tools/list-tools.ts')).agentsTool(house),
    },
    {
      name: 'agent.list_definitions',
      description: 'Lists the definitions that a child may have: its prompt, model and rules.',
      permission: 'readonly',
      risk: 'safe',
      load: async (house) => (await import('./tools/list-tools.ts')).definitionsTool(house),
    },
  ],
  summary: 'children of agents: what they left behind',
  commands: [
    {
      path: ['subagents', 'clean'],
      summary: 'put the work of copies that children left behind on branches, and remove them',
      load: async () => (await import('./commands/clean-command.ts')).cleanCommand,
    },
  ],
  checks: [
    {
      name: 'subagents',
      needsDatabase: true,
      load: async () => (await import('./commands/check-copies.ts')).checkCopies,
    },
  ],
  migrations: [{ name: '0001-children', load: () => import('./record/0001-children.ts') }],
  events: subagentEvents,
  provides: {
    childAgents: async (house, section) =>
      (await import('./run/create-child-agents.ts')).createChildAgents(house, section),
  },
})
