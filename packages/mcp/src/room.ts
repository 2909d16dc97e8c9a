import { defineRoom } from '@drawbridge/room'

/** The tokens with which MCP clients come in over HTTP, ours and those of authorization servers. The server itself is a command of its own. */
export const mcpServerRoom = defineRoom({
  name: 'mcp_server',
  loadSection: async () => (await import('./issuer/issuer-section.ts')).mcpServerSection,
  commands: [
    {
      path: ['mcp', 'token'],
      summary: 'create, list and revoke the tokens of MCP clients that connect over HTTP',
      load: async () => (await import('./token/token-command.ts')).tokenCommand,
    },
  ],
  migrations: [{ name: '0001-tokens', load: () => import('./token/0001-tokens.ts') }],
  provides: {
    mcpIssuers: async (house, section) => (await import('./issuer/open-issuers.ts')).openIssuers(house, section),
  },
})
