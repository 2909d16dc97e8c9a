import { isJsonObject } from '@drawbridge/core/base'
import type { OfferedPrompt } from '@drawbridge/room'
import {
  type GetPromptRequest,
  type GetPromptResult,
  INTERNAL_ERROR,
  INVALID_PARAMS,
  type InputRequiredResult,
  type Prompt,
  type PromptMessage,
  ProtocolError,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { serveRequest } from '../call/serve-request.ts'
import type { ClientReach } from '../call/served-call.ts'
import type { ClientConnection } from '../connection.ts'

/** A prompt as `prompts/list` shows it. */
export function describePrompt({ name, title, description, arguments: fields = [] }: OfferedPrompt): Prompt {
  return {
    name,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(fields.length === 0 ? {} : { arguments: fields.map((field) => ({ ...field })) }),
  }
}

/** Answers `prompts/get` by the call that makes the prompt. */
export async function getPrompt(
  { params }: GetPromptRequest,
  prompts: readonly OfferedPrompt[],
  reach: ClientReach,
  context: ServerContext,
  connection: ClientConnection,
): Promise<GetPromptResult | InputRequiredResult> {
  const prompt = prompts.find(({ name }) => name === params.name)
  if (prompt === undefined) throw new ProtocolError(INVALID_PARAMS, `There is no prompt "${params.name}".`)
  const given = params.arguments ?? {}
  const absent = prompt.arguments?.find(({ name, required = false }) => required && !Object.hasOwn(given, name))
  if (absent !== undefined)
    throw new ProtocolError(INVALID_PARAMS, `The prompt "${params.name}" needs the argument "${absent.name}".`)
  const asked = { name: `prompts/get ${params.name}`, arguments: given }
  const call = { name: prompt.tool, arguments: prompt.input(given) }
  const answer = await serveRequest({ asked, call, reach }, context, connection)
  if (answer.type === 'asking') return answer.result
  const { status, text, result } = answer.outcome
  if (status !== 'ok') throw new ProtocolError(INTERNAL_ERROR, text)
  const { messages, description = prompt.description } = isJsonObject(result.data) ? result.data : {}
  return {
    ...(typeof description === 'string' ? { description } : {}),
    messages: isMessages(messages) ? messages : [{ role: 'user', content: { type: 'text', text } }],
  }
}

function isMessages(value: unknown): value is PromptMessage[] {
  return Array.isArray(value) && value.every((each) => isJsonObject(each) && isJsonObject(each.content))
}
