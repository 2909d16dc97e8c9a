import type { CallToolRequest, CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server'
import type { RequestContext } from './call/exchange.ts'
import { serveRequest } from './call/serve-request.ts'
import type { ClientReach } from './call/served-call.ts'
import type { ClientConnection } from './connection.ts'
import { toCallToolResult } from './content/to-call-tool-result.ts'
import type { ServedRun } from './current-run.ts'
import { hasObjectOutput } from './tools/describe-tool.ts'

/** Answers `tools/call`: with the call's outcome, or with what has to be answered before it can go on. */
export async function handleCall(
  { params }: Pick<CallToolRequest, 'params'>,
  context: RequestContext,
  connection: ClientConnection,
  reach: ClientReach,
): Promise<CallToolResult | InputRequiredResult> {
  const { snapshot } = connection.run.get()
  const call = { name: params.name, arguments: params.arguments ?? {} }
  const answer = await serveRequest({ asked: params, call, reach }, context, connection)
  if (answer.type === 'asking') return answer.result
  const { outcome } = answer
  return toCallToolResult(outcome, snapshot.names, {
    hasOutputSchema: await declaresOutput(snapshot, outcome.result.meta.tool),
  })
}

async function declaresOutput({ find }: ServedRun['snapshot'], name: string): Promise<boolean> {
  const tool = await find(name)?.load()
  return tool !== undefined && hasObjectOutput(tool)
}
