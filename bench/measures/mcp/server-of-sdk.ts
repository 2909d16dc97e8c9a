import { argv, stdin, stdout } from 'node:process'
import { openHttpServer } from '@drawbridge/net/server'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { execute, input } from '../dispatch/the-tool.ts'

/** The SDK's own server with the same tool. */
function createServer(): McpServer {
  const server = new McpServer({ name: 'bench', version: '1' })
  server.registerTool('look', { description: 'Looks at a line.', inputSchema: input }, (given) => ({
    content: [{ type: 'text', text: execute(given) }],
  }))
  return server
}

if (argv[2] === 'stdio') {
  serveStdio(createServer)
} else {
  const handler = createMcpHandler(createServer)
  await using server = await openHttpServer({ fetch: (request) => handler.fetch(request) })
  stdout.write(`${server.url}/mcp\n`)
  for await (const _ of stdin);
  await handler.close()
}
