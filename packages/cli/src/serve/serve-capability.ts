import type { Capability } from '../command-line/capability.ts'

/** The server that people and programs reach over HTTP. */
export const serveCapability: Capability = {
  groups: { users: 'users of the gateway', keys: 'API keys of the gateway' },
  commands: [
    {
      path: ['serve'],
      summary: 'serve the HTTP API, events and MCP to people and programs',
      load: async () => (await import('../commands/serve.ts')).configureServe,
    },
  ],
}
