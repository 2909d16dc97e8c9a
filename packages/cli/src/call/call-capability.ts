import type { Capability } from '../command-line/capability.ts'

/** Making calls, having an agent make them, and what can be called. */
export const callCapability: Capability = {
  groups: { schema: 'schemas as providers accept them' },
  commands: [
    {
      path: ['call'],
      summary: 'make one tool call, or one per line of standard input',
      load: async () => (await import('../commands/call.ts')).configureCall,
    },
    {
      path: ['run'],
      summary: 'have an agent carry out one task, and print its answer',
      load: async () => (await import('../commands/run.ts')).configureRun,
    },
    {
      path: ['chat'],
      summary: 'talk with an agent at the terminal',
      load: async () => (await import('../commands/chat.ts')).configureChat,
    },
    {
      path: ['tools'],
      summary: 'list the tools with their schemas, and the hidden tools with the reason',
      load: async () => (await import('../commands/tools.ts')).configureTools,
    },
    {
      path: ['schema', 'lower'],
      summary: 'show the schemas of tools as a provider accepts them, and what is lost',
      load: async () => (await import('../commands/schema-lower.ts')).configureSchemaLower,
    },
    {
      path: ['explain'],
      summary: 'explain what would happen to a call, without running it',
      load: async () => (await import('../commands/explain.ts')).configureExplain,
    },
    {
      path: ['mcp'],
      summary: 'serve the tools to an MCP client over standard input and output',
      load: async () => (await import('../commands/mcp.ts')).configureMcp,
    },
  ],
  loadChecks: async () => {
    const [{ checkSearch }, { checkTools }] = await Promise.all([
      import('../doctor/check-search.ts'),
      import('../doctor/check-tools.ts'),
    ])
    return [checkSearch, checkTools]
  },
}
