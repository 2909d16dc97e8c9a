import { isJsonObject, parseJson } from '../../json/index.ts'

/** The three things a call says, before anything is checked against the registry. */
export interface RawCall {
  readonly id?: string
  readonly name: string
  readonly arguments: Readonly<Record<string, unknown>>
}

type RawCallReading = { readonly ok: true; readonly call: RawCall } | { readonly ok: false; readonly problem: string }

type ArgumentsReading =
  | { readonly ok: true; readonly value: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly problem: string }

/** The members that hold the arguments, in the spelling of each provider. */
const wrappers = ['arguments', 'params', 'input', 'args', 'parameters'] as const

/** The keys that a call itself may have besides its arguments. */
const ownKeys: ReadonlySet<string> = new Set([
  ...['name', 'toolName', 'tool_name', 'tool', 'type', 'index', '_meta'],
  ...['id', 'toolCallId', 'tool_call_id', 'call_id', 'callId', 'toolUseId', 'tool_use_id'],
])

/**
 * Understands the shapes in which models, clients and frameworks emit calls: `{name, arguments}`, `{name, …fields}` and those that
 * `unwrapCall` lists, each also as JSON text, with arguments as an object or as JSON text.
 */
export function readRawCall(raw: unknown): RawCallReading {
  if (typeof raw === 'string') {
    const parsed = parseJson(raw)
    if (!parsed.ok) return unreadable('The call', parsed)
    return typeof parsed.value === 'string' ? notACall(parsed.value) : readRawCall(parsed.value)
  }
  if (!isJsonObject(raw)) return notACall(raw)
  const { fields, around, isTyped } = unwrapCall(raw)
  const name = fields[nameKeyOf(fields) ?? 'name']
  if (typeof name !== 'string' || name === '') {
    return { ok: false, problem: 'The call has no "name". Send {"name": "group.tool", "arguments": {…}}.' }
  }
  const wrapper = wrapperIn(fields, isTyped)
  if (wrapper !== undefined) {
    const given = readArguments(fields[wrapper])
    return given.ok ? { ok: true, call: withId(idOf(around) ?? idOf(fields), name, given.value) } : given
  }
  if (isTyped && Object.keys(fields).every((key) => ownKeys.has(key))) {
    return { ok: true, call: withId(idOf(around) ?? idOf(fields), name, {}) }
  }
  const { [nameKeyOf(fields) ?? 'name']: _, toolCallId, ...direct } = fields
  return { ok: true, call: withId(toolCallId, name, direct) }
}

function wrapperIn(fields: Readonly<Record<string, unknown>>, isTyped: boolean): string | undefined {
  for (const key of wrappers) if (isWrapper(fields, key, isTyped)) return key
  return undefined
}

/**
 * A wrapper may only have the keys of a call besides the wrapped value, so that a tool's own parameter called `params`
 * stays one.
 */
function isWrapper(fields: Readonly<Record<string, unknown>>, key: string, isTyped: boolean): boolean {
  if (!Object.hasOwn(fields, key)) return false
  if (isTyped) return true
  const value = fields[key]
  // An unknown key next to `arguments` is reported as a mistake; next to the others it may be a parameter.
  const isArgumentsLike = key === 'arguments' || value == null || isJsonObject(value) || isObjectText(value)
  return isArgumentsLike && Object.keys(fields).every((other) => other === key || ownKeys.has(other))
}

/** A parameter called `input` is mostly text, and arguments as text are an object's. */
function isObjectText(value: unknown): boolean {
  return typeof value === 'string' && (value.trim() === '' || value.trimStart().startsWith('{'))
}

function withId(id: unknown, name: string, given: RawCall['arguments']): RawCall {
  return typeof id === 'string' ? { id, name, arguments: given } : { name, arguments: given }
}

function readArguments(given: unknown): ArgumentsReading {
  if (given === undefined || given === null || given === '') return { ok: true, value: {} }
  if (isJsonObject(given)) return { ok: true, value: given }
  if (typeof given !== 'string') return { ok: false, problem: `The arguments are ${describe(given)}, not an object.` }
  const parsed = parseJson(given)
  if (!parsed.ok) return unreadable('The arguments', parsed)
  if (parsed.value === null) return { ok: true, value: {} }
  if (isJsonObject(parsed.value)) return { ok: true, value: parsed.value }
  // Some models encode the arguments twice; a third level is not a call.
  if (typeof parsed.value === 'string') {
    const inner = parseJson(parsed.value)
    if (inner.ok && isJsonObject(inner.value)) return { ok: true, value: inner.value }
  }
  return { ok: false, problem: `The arguments are ${describe(parsed.value)}, not an object.` }
}

function unreadable(
  what: string,
  error: { readonly message: string; readonly truncated: boolean },
): { ok: false; problem: string } {
  const problem = error.truncated
    ? `${what} ended before the JSON did: the text was truncated. Send the complete call again; if it was long, split the work into smaller calls.`
    : `${what} cannot be read as JSON: ${error.message}. Send valid JSON.`
  return { ok: false, problem }
}

function notACall(raw: unknown): { ok: false; problem: string } {
  return { ok: false, problem: `A call is an object with a "name", not ${describe(raw)}.` }
}

function describe(value: unknown): string {
  if (value === null) return 'null'
  if (value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

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
interface UnwrappedCall {
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
function unwrapCall(raw: Fields): UnwrappedCall {
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
function nameKeyOf(fields: Fields): string | undefined {
  for (const key of nameKeys) if (isText(ownField(fields, key)) && fields[key] !== '') return key
  return undefined
}

const idKeys = ['toolCallId', 'tool_call_id', 'call_id', 'callId', 'toolUseId', 'tool_use_id', 'id'] as const

/** The id by which the provider expects the answer: an item of a response also has one of its own. May be empty. */
function idOf(fields: Fields): string | undefined {
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
