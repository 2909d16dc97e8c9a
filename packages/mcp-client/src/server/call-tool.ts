import { fail, type ToolContext, type ToolOutput, toolOutput } from '@drawbridge/core'
import type { CallToolResult, Progress } from '@modelcontextprotocol/client'
import type { LiveLink, ServerConnection } from '../connection/create-connection.ts'
import type { ForeignTool } from '../listing/foreign-tool.ts'
import type { ServerDefinition } from '../section/server-schema.ts'
import { enclosed, type ForeignResult, readResult } from '../tools/read-result.ts'
import { defaultCallSeconds, defaultMaxCallSeconds } from '../tools/server-tool.ts'
import { loginReason, readCallError } from './call-error.ts'
import { errorMessageOf } from './error-words.ts'

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

/**
 * Calls a tool. A request that the server never got is sent once more; one whose answer was lost only if repeating it does no harm,
 * otherwise the failure says that nobody knows what it did.
 */
export async function callTool(call: ServerCall, context: ToolContext): Promise<ToolOutput> {
  const { server, tool, connection } = call
  for (let attempt = 1; ; attempt += 1) {
    const live = await connection.obtain(context.signal)
    if (!(await call.isAdmitted())) {
      fail(
        'tool_not_available',
        `The MCP server "${server}" changed "${tool.name}" since somebody agreed to it. A person can look at the change with \`drawbridge mcp consent ${server}\`.`,
      )
    }
    const answer = await send(call, live, context).then(
      (result) => ({ result }),
      (error: unknown) => ({ error }),
    )
    if ('result' in answer) return conclude(server, answer.result)
    if (context.signal.aborted) throw context.signal.reason
    const known = readCallError(answer.error)
    switch (known.kind) {
      case 'not sent':
        connection.lose(live.generation, 'its session ended')
        if (attempt === 1) continue
        return fail('server_unavailable', `The MCP server "${server}" ended its session twice. Try again later.`)
      case 'lost':
        connection.lose(live.generation, 'the connection broke')
        if (attempt === 1 && isRepeatable(tool)) continue
        return isRepeatable(tool)
          ? fail('server_unavailable', `The connection to the MCP server "${server}" broke twice during this call.`)
          : fail(
              'outcome_unknown',
              `The connection to the MCP server "${server}" broke after the call was sent. Look at what it was to change before you call again.`,
            )
      case 'stale headers':
        connection.lose(live.generation, 'it wants other headers')
        if (attempt === 1) continue
        return fail('server_error', `The MCP server "${server}" refuses the headers of the call.`)
      case 'timed out':
        return fail('timeout', `The MCP server "${server}" did not answer in time.`)
      case 'login':
        return fail('server_unavailable', `The MCP server "${server}" refused. ${loginReason(server, known)}`, {
          retryable: false,
        })
      case 'answered':
      case 'other': {
        const code = known.kind === 'answered' ? ` (${known.code})` : ''
        return fail('server_error', `The MCP server "${server}" refused the call${code}.`, {
          content: enclosed(server, errorMessageOf(new Error(known.message))),
        })
      }
      default:
        return known satisfies never
    }
  }
}

async function send(
  { tool, input, definition }: ServerCall,
  { link: { client } }: LiveLink,
  context: ToolContext,
): Promise<CallToolResult> {
  const { callSeconds = defaultCallSeconds, maxCallSeconds = defaultMaxCallSeconds } = definition.timeouts ?? {}
  return await client.callTool(
    { name: tool.name, arguments: { ...input } },
    {
      signal: context.signal,
      timeout: callSeconds * 1_000,
      maxTotalTimeout: maxCallSeconds * 1_000,
      resetTimeoutOnProgress: true,
      onprogress: (progress) => report(progress, context),
      toolDefinition: {
        name: tool.name,
        inputSchema: tool.inputSchema as { type: 'object' },
      },
    },
  )
}

/** The words of progress are the server's too: one short line of them. */
function report({ progress, total, message }: Progress, context: ToolContext): void {
  const fraction = total !== undefined && total > 0 ? Math.min(1, Math.max(0, progress / total)) : undefined
  const text = message === undefined ? 'The server is working.' : errorMessageOf(message)
  context.progress({ message: text, ...(fraction === undefined ? {} : { fraction }) })
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
