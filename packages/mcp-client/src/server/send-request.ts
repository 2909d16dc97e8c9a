import { fail, type ToolContext } from '@drawbridge/core'
import type { Progress, RequestOptions } from '@modelcontextprotocol/client'
import type { ServerConnection } from '../connection/create-connection.ts'
import type { Link } from '../link/open-link.ts'
import type { ServerDefinition } from '../section/server-schema.ts'
import { enclosed } from '../tools/read-result.ts'
import { defaultCallSeconds, defaultMaxCallSeconds } from '../tools/server-tool.ts'
import { loginReason, readCallError } from './call-error.ts'
import { errorMessageOf } from './error-words.ts'

/** A request to a server on behalf of a call. */
export interface ServerRequest<Result> {
  readonly server: string
  readonly connection: Pick<ServerConnection, 'obtain' | 'lose'>
  readonly definition: ServerDefinition
  /** True if sending it twice does what sending it once does. */
  readonly isRepeatable: boolean
  /** Returns the reason for which it is not sent after all. Asked when the connection is open. */
  objection(): Promise<string | undefined>
  send(link: Link, options: RequestOptions): Promise<Result>
}

/**
 * Sends a request. One that the server never got is sent once more; one whose answer was lost only if repeating it does no harm,
 * otherwise the failure says that nobody knows what it did.
 */
export async function sendRequest<Result>(request: ServerRequest<Result>, context: ToolContext): Promise<Result> {
  const { server, connection, isRepeatable } = request
  for (let attempt = 1; ; attempt += 1) {
    const live = await connection.obtain(context.signal)
    const objection = await request.objection()
    if (objection !== undefined) fail('tool_not_available', objection)
    const answer = await request.send(live.link, optionsOf(request.definition, context)).then(
      (result) => ({ result }),
      (error: unknown) => ({ error }),
    )
    if ('result' in answer) return answer.result
    if (context.signal.aborted) throw context.signal.reason
    const known = readCallError(answer.error)
    switch (known.kind) {
      case 'not sent':
        connection.lose(live.generation, 'its session ended')
        if (attempt === 1) continue
        return fail('server_unavailable', `The MCP server "${server}" ended its session twice. Try again later.`)
      case 'lost':
        connection.lose(live.generation, 'the connection broke')
        if (attempt === 1 && isRepeatable) continue
        return isRepeatable
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

function optionsOf({ timeouts = {} }: ServerDefinition, context: ToolContext): RequestOptions {
  const { callSeconds = defaultCallSeconds, maxCallSeconds = defaultMaxCallSeconds } = timeouts
  return {
    signal: context.signal,
    timeout: callSeconds * 1_000,
    maxTotalTimeout: maxCallSeconds * 1_000,
    resetTimeoutOnProgress: true,
    onprogress: (progress) => report(progress, context),
  }
}

/** The words of progress are the server's too: one short line of them. */
function report({ progress, total, message }: Progress, context: ToolContext): void {
  const fraction = total !== undefined && total > 0 ? Math.min(1, Math.max(0, progress / total)) : undefined
  const text = message === undefined ? 'The server is working.' : errorMessageOf(message)
  context.progress({ message: text, ...(fraction === undefined ? {} : { fraction }) })
}
