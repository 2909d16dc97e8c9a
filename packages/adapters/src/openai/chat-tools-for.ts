import type {
  ChatCompletionFunctionTool,
  ChatCompletionMessage,
  ChatCompletionMessageToolCall,
  ChatCompletionToolMessageParam,
} from 'openai/resources/chat/completions'
import { type AnswerMessage, answerWith } from '../shared/answer-message.ts'
import { listTools } from '../shared/list-tools.ts'
import { type CallableSession, openCalls } from '../shared/session-calls.ts'
import type { OpenaiToolsOptions } from './openai-tools-options.ts'

/** The tools of a session for the Chat Completions API, and the function that answers their calls. */
export interface ChatTools {
  /** For `chat.completions.create`. */
  readonly tools: ChatCompletionFunctionTool[]
  /** Runs the calls of one message of the assistant, and gives the messages that have their results. */
  readonly answer: AnswerMessage<Pick<ChatCompletionMessage, 'tool_calls'>, ChatCompletionToolMessageParam>
}

/** Returns the tools of a session as the Chat Completions API takes them, of OpenAI and of the many services that copy it. */
export async function chatToolsFor(
  session: CallableSession,
  { approvals, strict = false }: OpenaiToolsOptions = {},
): Promise<ChatTools> {
  const calls = openCalls(session, approvals)
  const shown = await listTools(calls.snapshot, strict ? 'openai-strict' : 'openai')
  return {
    tools: shown.map((tool) => ({
      type: 'function',
      function: {
        name: tool.name,
        description: tool.description,
        parameters: { ...tool.schema },
        ...(strict && tool.strict ? { strict: true } : {}),
      },
    })),
    answer: answerWith(calls, shown, {
      // Some servers write null for no calls.
      callsOf: ({ tool_calls: made }) => (made ?? []).flatMap(callIn),
      // The API takes text alone: pictures are named in it.
      messagesOf: (ends) => ends.map(({ id, end }) => ({ role: 'tool', tool_call_id: id, content: end.text })),
    }),
  }
}

function callIn(call: ChatCompletionMessageToolCall) {
  if (call.type !== 'function') return []
  const { name, arguments: given } = call.function
  return [{ id: call.id, name, arguments: given, raw: call }]
}
