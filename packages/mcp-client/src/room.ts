import { defineRoom } from '@drawbridge/room'

/** MCP servers whose tools become ours: their configuration, connections and commands. */
export const mcpRoom = defineRoom({
  name: 'mcp',
  summary: 'MCP servers whose tools agents can use',
  loadSection: async () => (await import('./section/mcp-section.ts')).mcpSection,
  builtIn: { deferAbove: 40 },
  commands: [
    {
      path: ['mcp', 'import'],
      summary: "move the MCP servers of other clients into our configuration, behind one entry in each client's file",
      load: async () => (await import('./commands/import.ts')).importCommand,
    },
    {
      path: ['mcp', 'restore'],
      summary: 'undo an import: bring the files of clients back, byte for byte',
      load: async () => (await import('./commands/restore.ts')).restoreCommand,
    },
  ],
})
