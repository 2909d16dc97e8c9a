import { dropReservedKeys, isJsonObject, type JsonLimits, measureJson, parseJson } from '../../json/index.ts'
import { type Failure, failure } from '../../outcome/failure.ts'
import type { SessionKey } from '../../tool/session-state.ts'
import type { IncomingCall, NormalizedCall } from '../call.ts'
import type { RunContext } from '../run-context.ts'
import { type Stop, stop } from '../stage.ts'

/** The three things a call says, before anything is checked against the registry. */
interface RawCall {
  readonly id?: string
  readonly name: string
  readonly arguments: Readonly<Record<string, unknown>>
}

type RawCallReading = { readonly ok: true; readonly call: RawCall } | { readonly ok: false; readonly problem: string }

const wrappers = ['arguments', 'params'] as const

/** The keys that a call itself may have besides its arguments. */
const ownKeys: ReadonlySet<string> = new Set(['name', 'id', 'toolCallId', 'type'])

type ArgumentsReading =
  | { readonly ok: true; readonly value: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly problem: string }

const claimedIds: SessionKey<Set<string>> = { name: 'claimed call ids', create: () => new Set() }

/** Longer ids than any provider sends would only bloat every record. */
const maxIdLength = 256

/** Well above the longest name of any dialect: an endless one would be in the result and in the record. */
const maxNameLength = 256

const nameTooLong = `The name of the tool is longer than ${maxNameLength} characters. Call one of the tools you were given.`

/** Reads what the model emitted, bounds it, gives it an id of its own and its tool's canonical name. */
export function normalize(call: IncomingCall, context: RunContext): NormalizedCall | Stop {
  const limits = context.settings.argumentLimits
  if (typeof call.raw === 'string' && call.raw.length > limits.bytes) return stop('failed', tooLarge(limits))
  const reading = readRawCall(call.raw)
  if (!reading.ok) return stop('failed', failure('invalid_call', reading.problem))
  if (reading.call.name.length > maxNameLength) return stop('failed', failure('invalid_call', nameTooLong))
  const oversize = exceeds(reading.call, limits)
  if (oversize !== undefined) return stop('failed', oversize)

  const { value, dropped } = dropReservedKeys(reading.call.arguments)
  return {
    ...call,
    ...claimCallId(reading.call.id, context),
    exposedName: reading.call.name,
    name: context.snapshot.names.canonicalName(reading.call.name) ?? reading.call.name,
    arguments: value as NormalizedCall['arguments'],
    repairs: dropped.length === 0 ? noRepairs : dropped.map((path) => ({ repair: 'drop-reserved-key', path })),
  }
}

const noRepairs: NormalizedCall['repairs'] = Object.freeze([])

function exceeds(call: RawCall, limits: JsonLimits): Failure | undefined {
  switch (measureJson(call.arguments, limits).exceeded) {
    case undefined:
      return undefined
    case 'parameters':
      return failure(
        'too_many_parameters',
        `The call "${call.name}" has more than ${limits.parameters} parameters, including nested ones. Split it into several calls.`,
      )
    case 'depth':
      return failure('invalid_call', `The arguments are nested more than ${limits.depth} levels deep. Flatten them.`)
    case 'bytes':
      return tooLarge(limits)
  }
}

function tooLarge({ bytes }: JsonLimits): Failure {
  return failure('invalid_call', `The arguments are larger than ${bytes} bytes. Split the work into several calls.`)
}

/**
 * Uses the provider's call id. If it is missing, empty, oversized or already used in this session, the call gets one of
 * ours, and the raw id is kept too.
 */
export function claimCallId(
  providerId: string | undefined,
  { session, ids }: Pick<RunContext, 'session' | 'ids'>,
): { readonly toolCallId: string; readonly rawCallId?: string } {
  const claimed = session.use(claimedIds)
  if (providerId !== undefined && providerId !== '' && providerId.length <= maxIdLength && !claimed.has(providerId)) {
    claimed.add(providerId)
    return { toolCallId: providerId }
  }
  const toolCallId = ids.next('call')
  claimed.add(toolCallId)
  return providerId === undefined ? { toolCallId } : { toolCallId, rawCallId: providerId.slice(0, maxIdLength) }
}

/**
 * Understands the shapes in which models and clients emit calls: `{name, arguments}`, `{name, params}`, `{name, …fields}`, each
 * also as JSON text, with arguments as an object or as JSON text.
 */
function readRawCall(raw: unknown): RawCallReading {
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
