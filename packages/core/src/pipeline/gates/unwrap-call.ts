import { isJsonObject } from '../../json/index.ts'

type Fields = Readonly<Record<string, unknown>>

/** The members under which providers and protocols put the call itself. */
const envelopes = ['function', 'functionCall', 'function_call', 'toolUse', 'tool_use', 'custom', 'payload'] as const

/** The types of parts of a message that are calls. Their other members say nothing about the arguments. */
const callTypes: ReadonlySet<unknown> = new Set([
  'function',
  'function_call',
  'functionCall',
  'custom',
  'custom_tool_call',
  'tool_use',
  'tool_call',
  'tool-call',
  'dynamic-tool',
])

/** A call out of its envelope. */
export interface UnwrappedCall {
  /** The members of the call itself. */
  readonly fields: Fields
  /** The members around it, which may have its id. */
  readonly around: Fields
  /** True if a provider's shape was recognised: members besides the arguments are then the provider's. */
  readonly isTyped: boolean
}

/**
 * Takes a call out of the envelope of a provider or protocol: OpenAI (chat and responses), Anthropic, Gemini, Bedrock Converse,
 * LangChain, the AI SDK, and MCP's `tools/call`.
 */
export function unwrapCall(raw: Fields): UnwrappedCall {
  if (raw.method === 'tools/call' && isJsonObject(raw.params)) {
    return { fields: raw.params, around: typeof raw.id === 'number' ? nothing : raw, isTyped: true }
  }
  if (nameKeyOf(raw) === undefined) {
    for (const key of envelopes) {
      const inner = ownField(raw, key)
      if (isJsonObject(inner) && nameKeyOf(inner) !== undefined) return { fields: inner, around: raw, isTyped: true }
    }
  }
  return { fields: raw, around: nothing, isTyped: isTypedCall(raw) }
}

const nothing: Fields = Object.freeze({})

function isTypedCall(raw: Fields): boolean {
  return callTypes.has(raw.type) || typeof raw.toolUseId === 'string' || typeof raw.toolName === 'string'
}

const nameKeys = ['name', 'toolName', 'tool_name', 'tool'] as const

/** The member that names the tool, if there is one. */
export function nameKeyOf(fields: Fields): string | undefined {
  for (const key of nameKeys) if (isText(ownField(fields, key)) && fields[key] !== '') return key
  return undefined
}

const idKeys = ['toolCallId', 'tool_call_id', 'call_id', 'callId', 'toolUseId', 'tool_use_id', 'id'] as const

/** The id by which the provider expects the answer: an item of a response also has one of its own. May be empty. */
export function idOf(fields: Fields): string | undefined {
  let empty: string | undefined
  for (const key of idKeys) {
    const id = ownField(fields, key)
    if (isText(id) && id !== '') return id
    if (id === '') empty = ''
  }
  return empty
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function ownField(fields: Fields, key: string): unknown {
  return Object.hasOwn(fields, key) ? fields[key] : undefined
}
