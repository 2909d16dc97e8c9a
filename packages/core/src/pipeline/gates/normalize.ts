import { dropReservedKeys, type JsonLimits, measureJson } from '../../json/index.ts'
import { type Failure, failure } from '../../outcome/failure.ts'
import type { SessionKey } from '../../tool/session-state.ts'
import type { IncomingCall, NormalizedCall } from '../call.ts'
import type { RunContext } from '../run-context.ts'
import { type Stop, stop } from '../stage.ts'
import { type RawCall, readRawCall } from './read-raw-call.ts'

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
  const { names } = context.snapshot
  const speech = names.speech(reading.call.name)
  const given = value as NormalizedCall['arguments']
  const { toolCallId, rawCallId } = call.explained
    ? peekCallId(reading.call.id, context)
    : claimCallId(reading.call.id, context)
  const normalized: NormalizedCall = {
    ...call,
    toolCallId,
    exposedName: reading.call.name,
    name: names.canonicalName(reading.call.name) ?? reading.call.name,
    arguments: given,
    repairs: dropped.length === 0 ? noRepairs : dropped.map((path) => ({ repair: 'drop-reserved-key', path })),
  }
  const identified = rawCallId === undefined ? normalized : { ...normalized, rawCallId }
  return speech === undefined ? identified : { ...identified, spoken: { speech, arguments: given } }
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
export function claimCallId(providerId: string | undefined, { session, ids }: IdContext): CallId {
  const claimed = session.use(claimedIds)
  // The size tells if the id is new, so a long session searches its ids once for each call.
  const before = claimed.size
  if (isUsable(providerId) && claimed.add(providerId).size > before) return { toolCallId: providerId }
  const id = ownId(providerId, ids)
  claimed.add(id.toolCallId)
  return id
}

type IdContext = Pick<RunContext, 'session' | 'ids'>

type CallId = Pick<NormalizedCall, 'toolCallId' | 'rawCallId'>

/** The id that a call would get now, without taking it. */
function peekCallId(providerId: string | undefined, { session, ids }: IdContext): CallId {
  if (isUsable(providerId) && !session.use(claimedIds).has(providerId)) return { toolCallId: providerId }
  return ownId(providerId, ids)
}

function isUsable(providerId: string | undefined): providerId is string {
  return providerId !== undefined && providerId !== '' && providerId.length <= maxIdLength
}

function ownId(providerId: string | undefined, ids: RunContext['ids']): CallId {
  const toolCallId = ids.next('call')
  return providerId === undefined ? { toolCallId } : { toolCallId, rawCallId: providerId.slice(0, maxIdLength) }
}
