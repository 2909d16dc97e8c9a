import { fail, type ToolContext, type ToolOutput, toolOutput } from '@drawbridge/core'
import type { ServerConnection } from '../connection/create-connection.ts'
import type { ForeignTool } from '../listing/foreign-tool.ts'
import type { ServerDefinition } from '../section/server-schema.ts'
import { type ForeignResult, readResult } from '../tools/read-result.ts'
import { sendRequest } from './send-request.ts'

/** A call to a tool of a server. */
export interface ServerCall {
  readonly server: string
  readonly tool: ForeignTool
  readonly input: Readonly<Record<string, unknown>>
  readonly connection: Pick<ServerConnection, 'obtain' | 'lose'>
  readonly definition: ServerDefinition
  /** Resolves to false if the tool is not the one that was agreed to any more. Asked when the connection is open. */
  isAdmitted(): Promise<boolean>
}

/** Calls a tool. */
export async function callTool(call: ServerCall, context: ToolContext): Promise<ToolOutput> {
  const { server, tool, input, connection, definition } = call
  const changed = `The MCP server "${server}" changed "${tool.name}" since somebody agreed to it. A person can look at the change with \`drawbridge mcp consent ${server}\`.`
  const result = await sendRequest<ForeignResult>(
    {
      server,
      connection,
      definition,
      isRepeatable: isRepeatable(tool),
      objection: async () => ((await call.isAdmitted()) ? undefined : changed),
      send: ({ client, plainCalls }, options) => {
        const params = { name: tool.name, arguments: { ...input } }
        if (plainCalls !== undefined) return plainCalls.call(params, options)
        // A server at an address gets some arguments in headers too: the schema says which.
        const inputSchema = tool.inputSchema as { readonly type: 'object' }
        return client.callTool(params, { ...options, toolDefinition: { name: tool.name, inputSchema } })
      },
    },
    context,
  )
  return conclude(server, result)
}

function conclude(server: string, result: ForeignResult): ToolOutput {
  const { content, media, data } = readResult(server, result)
  if (result.isError === true) {
    return fail('server_error', `The tool of the MCP server "${server}" reported an error.`, {
      content: [...content, ...media],
      ...(data === undefined ? {} : { data }),
    })
  }
  return toolOutput({
    content: content.length === 0 && media.length === 0 ? '' : content,
    ...(media.length === 0 ? {} : { media }),
    ...(data === undefined ? {} : { data }),
  })
}

/** True if the server says that calling twice does what calling once does. A lie of the server harms only itself here. */
function isRepeatable({ annotations = {} }: ForeignTool): boolean {
  return annotations.readOnlyHint === true || annotations.idempotentHint === true
}
