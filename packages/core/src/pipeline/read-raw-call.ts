import { isJsonObject, parseJson } from '../json/index.ts'

/** The three things a call says, before anything is checked against the registry. */
export interface RawCall {
  readonly id?: string
  readonly name: string
  readonly arguments: Readonly<Record<string, unknown>>
}

export type RawCallReading =
  | { readonly ok: true; readonly call: RawCall }
  | { readonly ok: false; readonly problem: string }

/**
 * Understands the shapes in which models and clients emit calls: `{name, arguments}`, `{name, params}`, `{name, …fields}`, each
 * also as JSON text, with arguments as an object or as JSON text.
 */
export function readRawCall(raw: unknown): RawCallReading {
  if (typeof raw === 'string') {
    const parsed = parseJson(raw)
    if (!parsed.ok) return unreadable('The call', parsed)
    return typeof parsed.value === 'string' ? notACall(parsed.value) : readRawCall(parsed.value)
  }
  if (!isJsonObject(raw)) return notACall(raw)
  const { name } = raw
  if (typeof name !== 'string' || name === '') {
    return { ok: false, problem: 'The call has no "name". Send {"name": "group.tool", "arguments": {…}}.' }
  }
  const wrapper = wrappers.find((key) => isWrapper(raw, key))
  if (wrapper === undefined) {
    const { name: _, toolCallId, ...fields } = raw
    return { ok: true, call: withId(toolCallId, { name, arguments: fields }) }
  }
  const given = readArguments(raw[wrapper])
  if (!given.ok) return given
  return { ok: true, call: withId(raw.toolCallId ?? raw.id, { name, arguments: given.value }) }
}

const wrappers = ['arguments', 'params'] as const
/** The keys that a call itself may have besides its arguments. */
const ownKeys: ReadonlySet<string> = new Set(['name', 'id', 'toolCallId', 'type'])

/**
 * A wrapper may only have the keys of a call besides the wrapped value, so that a tool's own parameter called `params`
 * stays one.
 */
function isWrapper(fields: Readonly<Record<string, unknown>>, key: string): boolean {
  if (!Object.hasOwn(fields, key)) return false
  // An unknown key next to `arguments` is reported as a mistake; next to `params` it may be a parameter.
  const isArgumentsLike =
    key === 'arguments' || fields[key] == null || typeof fields[key] === 'string' || isJsonObject(fields[key])
  return isArgumentsLike && Object.keys(fields).every((other) => other === key || ownKeys.has(other))
}

function withId(id: unknown, call: Omit<RawCall, 'id'>): RawCall {
  return typeof id === 'string' ? { id, ...call } : call
}

type ArgumentsReading =
  | { readonly ok: true; readonly value: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly problem: string }

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
