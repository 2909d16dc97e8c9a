import type {
  FunctionTool,
  Response,
  ResponseInputItem,
  ResponseOutputItem,
} from 'openai/resources/responses/responses'
import { type AnswerMessage, answerWith } from '../shared/answer-message.ts'
import type { CallEnd } from '../shared/call-end.ts'
import { listTools } from '../shared/list-tools.ts'
import { mediaOf } from '../shared/result-media.ts'
import { type CallableSession, openCalls } from '../shared/session-calls.ts'
import type { OpenaiToolsOptions } from './openai-tools-options.ts'

/** The tools of a session for the Responses API, and the function that answers their calls. */
export interface ResponsesTools {
  /** For `responses.create`. */
  readonly tools: FunctionTool[]
  /** Runs the calls of one response, and gives the items of the next input that have their results. */
  readonly answer: AnswerMessage<Pick<Response, 'output'>, ResponseInputItem>
}

/** Returns the tools of a session as the Responses API of OpenAI takes them. */
export async function toolsFor(
  session: CallableSession,
  { approvals, strict = false }: OpenaiToolsOptions = {},
): Promise<ResponsesTools> {
  const calls = openCalls(session, approvals)
  const shown = await listTools(calls.snapshot, strict ? 'openai-strict' : 'openai')
  return {
    tools: shown.map((tool) => ({
      type: 'function',
      name: tool.name,
      description: tool.description,
      parameters: { ...tool.schema },
      strict: strict && tool.strict,
    })),
    answer: answerWith(calls, shown, {
      callsOf: ({ output }) => output.flatMap(callIn),
      messagesOf: (ends) => ends.map(({ id, end }) => resultOf(id, end)),
    }),
  }
}

function callIn(item: ResponseOutputItem) {
  if (item.type !== 'function_call') return []
  const { call_id: id, name, arguments: given } = item
  return [{ id, name, arguments: given, raw: item }]
}

function resultOf(id: string, { text, outcome }: CallEnd): ResponseInputItem {
  const images = mediaOf(outcome).filter(({ mediaType }) => mediaType.startsWith('image/'))
  const pictures = images.map(
    ({ mediaType, data }) => ({ type: 'input_image', image_url: `data:${mediaType};base64,${data}` }) as const,
  )
  return {
    type: 'function_call_output',
    call_id: id,
    output: pictures.length === 0 ? text : [{ type: 'input_text', text }, ...pictures],
  }
}
