import { Server } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { createEraTools } from '../era-tools.ts'

// A server of the official SDK over standard input and output, which speaks both eras.
const tools = createEraTools()
const names = Object.keys(tools)

function create(): Server {
  const server = new Server({ name: 'eras', version: '1' }, { capabilities: { tools: { listChanged: true } } })
  server.setRequestHandler('tools/list', () => ({
    tools: names.map((name) => ({ name, description: `Does ${name}.`, inputSchema: { type: 'object' as const } })),
  }))
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: input = {}, _meta: meta } }, context) => {
    const { signal, notify } = context.mcpReq
    if (name === 'grow') {
      names.push('later')
      await server.sendToolListChanged()
      return { content: [{ type: 'text', text: 'grown' }] }
    }
    const params = { progressToken: meta?.progressToken ?? 0, progress: 1 }
    const progress = () => notify({ method: 'notifications/progress', params })
    const result = await tools[name]?.(input, { server, context, signal, progress })
    return typeof result === 'string' ? { content: [{ type: 'text', text: result }] } : (result as never)
  })
  return server
}

names.push('grow')
serveStdio(create)
