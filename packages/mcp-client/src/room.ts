import { defineRoom } from '@drawbridge/room'

/** MCP servers whose tools become ours: their configuration, connections and commands. */
export const mcpRoom = defineRoom({
  name: 'mcp',
  summary: 'MCP servers whose tools agents can use',
  loadSection: async () => (await import('./section/mcp-section.ts')).mcpSection,
  builtIn: { deferAbove: 40 },
  tools: [
    {
      name: 'servers.status',
      description:
        'Shows the MCP servers whose tools you may use: the state of each, why it is not available, how many of its tools are offered, and which are withheld or left out. Call it if a tool of a server is missing or fails.',
      permission: 'readonly',
      risk: 'safe',
      groups: ['mcp'],
      load: async (house) => (await import('./status/servers-status.ts')).serversStatus(house),
    },
  ],
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
    {
      path: ['mcp', 'consent'],
      summary: "look at a server's tools, and agree to those that are new or changed",
      load: async () => (await import('./consent/consent-command.ts')).consentCommand,
    },
  ],
  migrations: [{ name: '0001-consents', load: () => import('./consent/0001-consents.ts') }],
  provides: {
    mcpServers: async (house, section) => (await import('./server/create-servers.ts')).createServers(house, section),
  },
  open: async (house) => {
    const mcp = await house.service('mcpServers')
    return {
      sources: mcp?.servers.map(({ source }) => source) ?? [],
      [Symbol.asyncDispose]: async () => undefined,
    }
  },
})
