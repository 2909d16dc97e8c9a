import type { Capability } from '../command-line/capability.ts'

/** Stored agents. */
export const agentsCapability: Capability = {
  groups: {
    agents: 'agents: definitions, files and memory',
  },
  commands: [
    {
      path: ['agents', 'create'],
      summary: 'store an agent, with files that all its users start with',
      load: async () => (await import('../commands/agents-create.ts')).configureAgentsCreate,
    },
    {
      path: ['agents', 'list'],
      summary: 'list the agents that are stored, defined or configured',
      load: async () => (await import('../commands/agents-list.ts')).configureAgentsList,
    },
    {
      path: ['agents', 'show'],
      summary: 'show an agent, and the files that its users start with',
      load: async () => (await import('../commands/agents-show.ts')).configureAgentsShow,
    },
    {
      path: ['agents', 'define'],
      summary: 'store the definition of an agent in the database',
      load: async () => (await import('../commands/agents-define.ts')).configureAgentsDefine,
    },
    {
      path: ['agents', 'update'],
      summary: 'replace the shared files of an agent with those of a template',
      load: async () => (await import('../commands/agents-update.ts')).configureAgentsUpdate,
    },
    {
      path: ['agents', 'remove'],
      summary: 'remove an agent with its files and memory, for all of its users',
      load: async () => (await import('../commands/agents-remove.ts')).configureAgentsRemove,
    },
  ],
}
