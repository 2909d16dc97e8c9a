import { defineRoom } from '@drawbridge/room'

/** The facts that agents know about named things, with the time they hold, the time they were learned, and their sources. */
export const knowledgeRoom = defineRoom({
  name: 'knowledge',
  loadSection: async () => (await import('./section.ts')).knowledgeSection,
  builtIn: { extract: true, confidence: 0.75 },
  summary: 'the facts that agents know',
  tools: [
    {
      name: 'knowledge.search',
      description:
        'Finds people, projects, products and other named things that are known from earlier work, with the facts around them, their sources, and since when they hold. Give a name; then follow an entity by its id.',
      permission: 'readonly',
      risk: 'safe',
      load: async (house) => (await import('./tools/search-tool.ts')).searchTool(house),
    },
    {
      name: 'knowledge.upsert',
      description:
        'Keeps facts for later work: who works where, what depends on what, and since when. State what the person said or what you verified, not guesses. A fact that is known already is not kept twice.',
      permission: 'readonly',
      risk: 'safe',
      load: async (house) => (await import('./tools/upsert-tool.ts')).upsertTool(house),
    },
  ],
  commands: [
    {
      path: ['knowledge', 'search'],
      isDefault: true,
      summary: 'search facts by name; without a name list the latest',
      load: async () => (await import('./commands/search-command.ts')).searchCommand,
    },
    {
      path: ['knowledge', 'add'],
      summary: 'add a fact',
      load: async () => (await import('./commands/change-commands.ts')).addCommand,
    },
    {
      path: ['knowledge', 'learn'],
      summary: 'have a model list the facts in files',
      load: async () => (await import('./commands/learn-command.ts')).learnCommand,
    },
    {
      path: ['knowledge', 'forget'],
      summary: 'withdraw all that one source said',
      load: async () => (await import('./commands/change-commands.ts')).forgetCommand,
    },
    {
      path: ['knowledge', 'vouch'],
      summary: 'say that what an untrusted source said may be relied on',
      load: async () => (await import('./commands/change-commands.ts')).vouchCommand,
    },
    {
      path: ['knowledge', 'merge'],
      summary: 'say that two entities are the same',
      load: async () => (await import('./commands/change-commands.ts')).mergeCommand,
    },
    {
      path: ['knowledge', 'unmerge'],
      summary: 'undo a merge',
      load: async () => (await import('./commands/change-commands.ts')).unmergeCommand,
    },
    {
      path: ['knowledge', 'merges'],
      summary: 'list what was merged, by whom and why',
      load: async () => (await import('./commands/merges-command.ts')).mergesCommand,
    },
  ],
  loadRoutes: async () => (await import('./knowledge-routes.ts')).knowledgeRoutes,
  pages: [{ view: 'knowledge', title: 'Knowledge', needs: 'searchKnowledge', order: 60, icon: 'graph', shortcut: 'n' }],
  migrations: [
    { name: '0001-knowledge', load: () => import('./0001-knowledge.ts') },
    { name: '0002-withdrawn', load: () => import('./0002-withdrawn.ts') },
  ],
  provides: {
    knowledge: async (house, section) => (await import('./knowledge-service.ts')).createKnowledge(house, section),
  },
})
