import { randomUUID } from 'node:crypto'
import {
  type CallToolRequest,
  type CallToolResult,
  INVALID_PARAMS,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  ProtocolError,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { openExchange } from './call/exchange.ts'
import type { ServedCall, ServedCallOptions } from './call/served-call.ts'
import type { ClientConnection } from './connection.ts'
import { toCallToolResult } from './content/to-call-tool-result.ts'
import type { ServedRun } from './current-run.ts'
import { hasObjectOutput } from './tools/describe-tool.ts'

/** The key of the one input that a call can ask for. */
const answerKey = 'approval'

/** Answers `tools/call`: with the call's outcome, or with the question that has to be answered before it can go on. */
export async function handleCall(
  { params }: CallToolRequest,
  context: ServerContext,
  connection: ClientConnection,
  asking: ServedCallOptions['asking'],
): Promise<CallToolResult | InputRequiredResult> {
  const exchange = openExchange(context)
  const { snapshot } = connection.run.get()
  const { names } = snapshot
  const call =
    resumed(params, context, connection) ??
    connection.start({ name: params.name, arguments: params.arguments ?? {}, asking }, exchange)
  const step = await call.within(exchange)
  switch (step.type) {
    case 'ended':
      return toCallToolResult(step.outcome, names, {
        hasOutputSchema: await declaresOutput(snapshot, step.outcome.result.meta.tool),
      })
    case 'asking': {
      // A new one for each question, so that no earlier question can be answered any more.
      const handle = randomUUID()
      connection.parked.park(handle, call)
      return inputRequired({
        inputRequests: { [answerKey]: inputRequired.elicit(step.question.form) },
        requestState: connection.seal.seal(handle, params),
      })
    }
    default:
      return step satisfies never
  }
}

async function declaresOutput({ find }: ServedRun['snapshot'], name: string): Promise<boolean> {
  const tool = await find(name)?.load()
  return tool !== undefined && hasObjectOutput(tool)
}

/**
 * Returns the parked call that a retry is about. A retry brings an answer and nothing else: for another tool or other arguments than the
 * question showed it is refused, and the call goes on waiting.
 */
function resumed(
  asked: CallToolRequest['params'],
  { mcpReq }: ServerContext,
  { parked, seal }: ClientConnection,
): ServedCall | undefined {
  const state = mcpReq.requestState<string>()
  if (state === undefined) return undefined
  const handle = seal.open(state, asked)
  const call = handle === undefined ? undefined : parked.take(handle)
  if (call === undefined) {
    throw new ProtocolError(
      INVALID_PARAMS,
      'No call is waiting for this answer any more. Send the call again as a new one.',
    )
  }
  const response = inputResponse(mcpReq.inputResponses, answerKey)
  if (response.kind === 'elicit') call.answer(response)
  return call
}
