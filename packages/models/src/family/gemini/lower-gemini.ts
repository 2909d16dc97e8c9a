import { isJsonObject } from '@drawbridge/core/base'
import { lowerTool } from '@drawbridge/core/lowering'
import type {
  AssistantMessage,
  MessageMedia,
  MessageResult,
  MessageText,
  ModelMessage,
  ModelRequest,
} from '@drawbridge/core/model'
import type { JsonSchemaObject } from '@drawbridge/core/schema'
import type { Content, FunctionCallingConfigMode, GenerateContentConfig, Part, Schema } from '@google/genai'
import { textOf } from '../../wire/read-json.ts'
import type { WireRequest, WireTarget } from '../../wire/wire-family.ts'

/** Takes the place of a signature that is not known: the call came from another model. */
const signatureSentinel = 'skip_thought_signature_validator'

/** The tokens for thoughts, by effort. */
const budgets = { low: 1024, medium: 8192, high: 24_576 } as const

/** Lowers a request to `streamGenerateContent`. */
export function lowerGemini(request: ModelRequest, { name, maxOutput }: WireTarget): WireRequest {
  const { system = [], messages, tools = [], toolChoice = 'auto', temperature, reasoning } = request
  const instructions = system.map(({ text }) => text).join('\n\n')
  const signs = generationOf(name) >= 3
  const body = {
    ...(instructions === '' ? {} : { systemInstruction: { parts: [{ text: instructions }] } }),
    contents: lowerMessages(messages, { signs }),
    ...(tools.length === 0
      ? {}
      : {
          tools: [
            {
              functionDeclarations: tools.map(({ name: tool, description, schema }) => ({
                name: tool,
                description,
                ...parametersOf(lowerTool({ name: tool, schema }, 'gemini').schema),
              })),
            },
          ],
          toolConfig: { functionCallingConfig: { mode: modes[toolChoice] as FunctionCallingConfigMode } },
        }),
    generationConfig: {
      maxOutputTokens: request.maxOutput ?? maxOutput,
      ...(temperature === undefined ? {} : { temperature }),
      ...thinkingOf(reasoning, signs),
    },
  } satisfies {
    readonly contents: Content[]
    readonly systemInstruction?: Content
    readonly generationConfig: GenerateContentConfig
  } & Pick<GenerateContentConfig, 'tools' | 'toolConfig'>
  return { path: `/models/${encodeURIComponent(name)}:streamGenerateContent?alt=sse`, body }
}

const modes = { auto: 'AUTO', none: 'NONE', required: 'ANY' } as const

/** Returns the generation of a model, by its name; the newest one if the name does not say. */
function generationOf(name: string): number {
  const found = /gemini-(\d+)/.exec(name)?.[1]
  return found === undefined ? 3 : Number(found)
}

function thinkingOf(reasoning: ModelRequest['reasoning'], byLevel: boolean) {
  if (reasoning === undefined) return {}
  if (reasoning === 'off') return byLevel ? {} : { thinkingConfig: { thinkingBudget: 0 } }
  const effort = byLevel
    ? { thinkingLevel: (reasoning === 'low' ? 'LOW' : 'HIGH') as never }
    : { thinkingBudget: budgets[reasoning] }
  return { thinkingConfig: { includeThoughts: true, ...effort } }
}

/** A tool without parameters has none at all. */
function parametersOf(schema: JsonSchemaObject): { readonly parameters?: Schema } {
  const { properties } = schema
  return isJsonObject(properties) && Object.keys(properties).length > 0 ? { parameters: withTypes(schema) } : {}
}

/** Writes the types of a lowered schema as the service names them: in capitals. */
function withTypes(part: JsonSchemaObject): Schema {
  const { type, properties, items, anyOf, ...rest } = part
  const below = (value: unknown) => withTypes(isJsonObject(value) ? value : {})
  return {
    ...rest,
    ...(typeof type === 'string' ? { type: type.toUpperCase() } : {}),
    ...(isJsonObject(properties)
      ? { properties: Object.fromEntries(Object.entries(properties).map(([key, field]) => [key, below(field)])) }
      : {}),
    ...(items === undefined ? {} : { items: below(items) }),
    ...(Array.isArray(anyOf) ? { anyOf: anyOf.map(below) } : {}),
  } as Schema
}

/** Neighbouring messages of one side become one turn, because a turn with calls must follow one of the user. */
function lowerMessages(messages: readonly ModelMessage[], { signs }: { readonly signs: boolean }): Content[] {
  const calls = new Map<string, { readonly name: string; readonly id: string | undefined }>()
  const contents: Content[] = []
  for (const message of messages) {
    if (message.role === 'assistant') {
      for (const block of message.blocks) {
        if (block.type === 'call') calls.set(block.id, { name: block.name, id: textOf(block.opaque?.id) })
      }
    }
    const role = message.role === 'assistant' ? 'model' : 'user'
    const parts =
      message.role === 'assistant'
        ? lowerAnswered(message, signs)
        : message.role === 'tool'
          ? message.blocks.flatMap((block) => lowerResult(block, calls.get(block.call), signs))
          : message.blocks.map(lowerContent)
    const last = contents.at(-1)
    const joins =
      last?.role === role && !(message.role === 'tool' || last.parts?.some(({ functionResponse }) => functionResponse))
    if (joins) last.parts?.push(...parts)
    else if (parts.length > 0) contents.push({ role, parts })
  }
  return contents
}

/** Only the first call of a turn carries a signature. Signatures of other parts go back unchanged. */
function lowerAnswered({ blocks }: AssistantMessage, signs: boolean): Part[] {
  let called = false
  return blocks.flatMap((block): Part[] => {
    const signature = textOf(block.opaque?.signature)
    const signed = signature === undefined ? {} : { thoughtSignature: signature }
    switch (block.type) {
      case 'text':
        return block.text === '' && signature === undefined ? [] : [{ text: block.text, ...signed }]
      case 'reasoning':
        return signature === undefined ? [] : [{ text: block.text, thought: true, ...signed }]
      case 'call': {
        const isFirst = !called
        called = true
        const id = textOf(block.opaque?.id)
        return [
          {
            functionCall: { ...(id === undefined ? {} : { id }), name: block.name, args: { ...block.input } },
            ...(isFirst && signs && signature === undefined ? { thoughtSignature: signatureSentinel } : signed),
          },
        ]
      }
      default:
        return block satisfies never
    }
  })
}

/** A response is an object. The third generation takes pictures inside it, older ones after it. */
function lowerResult(
  { content, isError = false }: MessageResult,
  call: { readonly name: string; readonly id: string | undefined } | undefined,
  inside: boolean,
): Part[] {
  const text = content.map((block) => (block.type === 'text' ? block.text : `[${block.mediaType} follows]`)).join('\n')
  const media = content.flatMap((block) => (block.type === 'media' ? [inlineData(block)] : []))
  const response = {
    ...(call?.id === undefined ? {} : { id: call.id }),
    name: call?.name ?? 'unknown',
    response: isError ? { error: text } : { output: text },
    ...(inside && media.length > 0 ? { parts: media } : {}),
  }
  return [{ functionResponse: response }, ...(inside ? [] : media)]
}

function lowerContent(block: MessageText | MessageMedia): Part {
  return block.type === 'text' ? { text: block.text } : inlineData(block)
}

function inlineData({ mediaType, data }: MessageMedia) {
  return { inlineData: { mimeType: mediaType, data } }
}
