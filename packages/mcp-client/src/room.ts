import { defineRoom } from '@drawbridge/room'

/** MCP servers whose tools become ours: their configuration, connections and commands. */
export const mcpRoom = defineRoom({
  name: 'mcp',
  summary: 'MCP servers whose tools agents can use',
  loadSection: async () => (await import('./section/mcp-section.ts')).mcpSection,
  builtIn: { deferAbove: 40 },
})
