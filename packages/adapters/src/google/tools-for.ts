import { isJsonObject, stableStringify } from '@drawbridge/core/base'
import type { JsonSchemaObject } from '@drawbridge/core/schema'
import type { Content, FunctionCall, GenerateContentResponse, Part, Tool } from '@google/genai'
import { type AnswerMessage, answerWith } from '../shared/answer-message.ts'
import type { Approvals } from '../shared/approvals.ts'
import type { CallEnd } from '../shared/call-end.ts'
import { listTools } from '../shared/list-tools.ts'
import { mediaOf } from '../shared/result-media.ts'
import { type CallableSession, openCalls } from '../shared/session-calls.ts'
import { schemaOf } from './schema-of.ts'

/** The tools of a session for the Gemini API, and the function that answers their calls. */
export interface GoogleTools {
  /** For `config.tools` of `generateContent`. */
  readonly tools: Tool[]
  /** Runs the calls of one response, and gives the content that has their results. */
  readonly answer: AnswerMessage<Pick<GenerateContentResponse, 'candidates'>, Content>
}

/**
 * Returns the tools of a session as the Gemini API takes them.
 * @param options.approvals The calls that wait for approval. Needed to answer them.
 */
export async function toolsFor(
  session: CallableSession,
  { approvals }: { readonly approvals?: Approvals } = {},
): Promise<GoogleTools> {
  const calls = openCalls(session, approvals)
  const shown = await listTools(calls.snapshot, 'gemini')
  const functionDeclarations = shown.map(({ name, description, schema }) => ({
    name,
    description,
    // The API refuses the schema of an object without fields: a function without parameters has none.
    ...(hasFields(schema) ? { parameters: schemaOf(schema) } : {}),
  }))
  return {
    tools: [{ functionDeclarations }],
    answer: answerWith(calls, shown, {
      callsOf: ({ candidates }) => (candidates?.[0]?.content?.parts ?? []).flatMap(callIn),
      messagesOf: (ends) => [{ role: 'user', parts: ends.flatMap(({ call, end }) => partsOf(call, end)) }],
    }),
  }
}

function hasFields({ properties }: JsonSchemaObject): boolean {
  return isJsonObject(properties) && Object.keys(properties).length > 0
}

/** Gemini gives calls no id: place, name and arguments stand for one, which is the same when the message is passed again. */
function callIn({ functionCall }: Part, index: number) {
  if (functionCall === undefined) return []
  const { id, name = '', args = {} } = functionCall
  return [{ id: id ?? stableStringify([index, name, args]), name, arguments: args, raw: functionCall }]
}

function partsOf({ id, name = '' }: FunctionCall, { status, text, outcome }: CallEnd): readonly Part[] {
  const response = status === 'ok' ? { output: text } : { error: text }
  const media = mediaOf(outcome).map(({ mediaType, data }) => ({ inlineData: { mimeType: mediaType, data } }))
  return [{ functionResponse: { ...(id === undefined ? {} : { id }), name, response } }, ...media]
}
