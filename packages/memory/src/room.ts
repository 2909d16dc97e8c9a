import { type EventFamily, scrubFields } from '@drawbridge/core/event'
import { defineRoom, loadLater } from '@drawbridge/room'
import type { MemoryRecalled } from './memory-events.ts'
import type { VectorMaker } from './vectors/vector-maker.ts'

declare module '@drawbridge/core' {
  interface Services {
    /** Makes missing vectors of the memory in the background. */
    readonly memoryVectors: VectorMaker
  }
}

const recallBlock = loadLater(async () => (await import('./recall-block.ts')).recallBlock)

/** They are here, since every process that records or reads events needs them. */
const memoryEvents: EventFamily<{ readonly 'memory.recalled': MemoryRecalled }> = {
  'memory.recalled': {
    scrub: scrubFields('passages', 'text'),
    line: ({ passages, text }) => ({ passages: passages.length, unasked: text !== undefined }),
    replay: 'input',
    because: 'the memory may say something else by now',
    node: ({ message, toolCallId, run, sequence }) => ({
      kind: 'memory',
      id: `memory/${run}/${sequence}`,
      keeps: 'first',
      ...parentOf(message, toolCallId),
    }),
    isWhole: ({ passages }) => Array.isArray(passages),
  },
}

function parentOf(message: string | undefined, call: string | undefined): { readonly parent?: string } {
  const parent = call === undefined ? message : `result/${call}`
  return parent === undefined ? {} : { parent }
}

/** The memory of agents: documents by agent, user and project, searched by words and by meaning. */
export const memoryRoom = defineRoom({
  name: 'memory',
  loadSection: async () => (await import('./section.ts')).memorySection,
  builtIn: { embeddings: true, write: false, recall: true },
  summary: 'the documents that agents remember',
  tools: [
    {
      name: 'memory.search',
      description:
        'Searches what is remembered from earlier work: notes, preferences, decisions and documents of this user, agent and project. Returns passages with path and lines; read more of one with memory.get.',
      permission: 'readonly',
      risk: 'safe',
      load: async (house, section) => (await import('./tools/search-tool.ts')).searchTool(house, section),
    },
    {
      name: 'memory.get',
      description: 'Reads lines of a remembered document, by the path that memory.search returned.',
      permission: 'readonly',
      risk: 'safe',
      load: async (house) => (await import('./tools/get-tool.ts')).getTool(house),
    },
    {
      name: 'memory.recall',
      description:
        'Brings whole remembered passages about the present task into the conversation, as data with their sources. Use it once at the beginning of a task.',
      permission: 'readonly',
      risk: 'safe',
      load: async (house, section) => (await import('./tools/recall-tool.ts')).recallTool(house, section),
    },
    {
      name: 'memory.forget',
      description:
        'Removes a remembered document, or everything that was remembered from one source. A document for all users is hidden from this user alone.',
      permission: 'write',
      risk: 'medium',
      load: async (house) => (await import('./tools/forget-tool.ts')).forgetTool(house),
    },
  ],
  commands: [
    {
      path: ['memory', 'list'],
      isDefault: true,
      summary: 'list the documents of an agent and user',
      load: async () => (await import('./commands/list-command.ts')).listCommand,
    },
    {
      path: ['memory', 'search'],
      summary: 'search the documents as an agent would',
      load: async () => (await import('./commands/search-command.ts')).searchCommand,
    },
    {
      path: ['memory', 'show'],
      summary: 'print a document',
      load: async () => (await import('./commands/list-command.ts')).showCommand,
    },
    {
      path: ['memory', 'add'],
      summary: 'remember the text of files',
      load: async () => (await import('./commands/change-commands.ts')).addCommand,
    },
    {
      path: ['memory', 'forget'],
      summary: 'remove a document, or all that came from one source',
      load: async () => (await import('./commands/change-commands.ts')).forgetCommand,
    },
    {
      path: ['memory', 'vouch'],
      summary: 'say that an untrusted document may be relied on',
      load: async () => (await import('./commands/change-commands.ts')).vouchCommand,
    },
    {
      path: ['memory', 'status'],
      summary: 'say how many chunks still lack vectors, and how they are compared',
      load: async () => (await import('./commands/status-command.ts')).statusCommand,
    },
    {
      path: ['memory', 'index'],
      summary: 'bring the index up to date, with all vectors',
      load: async () => (await import('./commands/index-command.ts')).indexCommand,
    },
  ],
  checks: [{ name: 'memory', load: async () => (await import('./commands/check-memory.ts')).checkMemory }],
  loadRoutes: async () => (await import('./memory-routes.ts')).memoryRoutes,
  events: memoryEvents,
  pages: [{ view: 'memory', title: 'Memory', needs: 'listMemory', order: 50, icon: 'mind', shortcut: 'y' }],
  promptBlocks: [
    {
      name: 'recalled',
      place: 'latest',
      text: async (house, caller) => (caller.words === undefined ? '' : recallBlock(house, caller)),
    },
  ],
  provides: {
    memoryWriter: async (house, section) =>
      (await import('./writer/memory-writer.ts')).createMemoryWriter(house, section),
    memoryVectors: async (house, section) => {
      const [{ createVectorMaker }, { meaningsOf }] = await Promise.all([
        import('./vectors/vector-maker.ts'),
        import('./tools/memory-of-caller.ts'),
      ])
      return createVectorMaker({
        queue: async () => house.service('jobQueue'),
        database: () => house.database.obtain(),
        index: () => meaningsOf(house, section),
        clock: house.clock,
      })
    },
  },
  migrations: [
    { name: '0001-memory', load: () => import('./index/0001-memory.ts') },
    { name: '0002-changes', load: () => import('./index/0002-changes.ts') },
    { name: '0003-trust-of-files', load: () => import('./index/0003-trust-of-files.ts') },
    { name: '0004-texts', load: () => import('./index/0004-texts.ts') },
    { name: '0005-own-vectors', load: () => import('./index/0005-own-vectors.ts') },
    { name: '0006-fast-words', load: () => import('./index/0006-fast-words.ts') },
    { name: '0007-forgotten', load: () => import('./index/0007-forgotten.ts') },
    { name: '0008-dropped', load: () => import('./index/0008-dropped.ts') },
  ],
})
