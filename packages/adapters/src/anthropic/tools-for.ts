import type { ContentBlock, Message, MessageParam, Tool } from '@anthropic-ai/sdk/resources/messages'
import { type AnswerMessage, answerWith } from '../shared/answer-message.ts'
import type { Approvals } from '../shared/approvals.ts'
import { listTools } from '../shared/list-tools.ts'
import { type CallableSession, openCalls } from '../shared/session-calls.ts'
import { resultBlock } from './result-block.ts'

/** The tools of a session for the Messages API, and the function that answers their calls. */
export interface AnthropicTools {
  /** For `messages.create`. */
  readonly tools: Tool[]
  /** Runs the calls of one message of Claude, and gives the message of the user that has their results. */
  readonly answer: AnswerMessage<Pick<Message, 'content'>, MessageParam>
}

/**
 * Returns the tools of a session as the Messages API of Anthropic takes them.
 * @param options.approvals The calls that wait for approval. Needed to answer them.
 */
export async function toolsFor(
  session: CallableSession,
  { approvals }: { readonly approvals?: Approvals } = {},
): Promise<AnthropicTools> {
  const calls = openCalls(session, approvals)
  const shown = await listTools(calls.snapshot, 'anthropic')
  return {
    tools: shown.map(({ name, description, schema }) => ({
      name,
      description,
      input_schema: { ...schema, type: 'object' },
    })),
    answer: answerWith(calls, shown, {
      callsOf: ({ content }) => content.flatMap(callIn),
      messagesOf: (ends) => [{ role: 'user', content: ends.map(({ id, end }) => resultBlock(id, end)) }],
    }),
  }
}

function callIn(block: ContentBlock) {
  if (block.type !== 'tool_use') return []
  const { id, name, input } = block
  return [{ id, name, arguments: input, raw: block }]
}
