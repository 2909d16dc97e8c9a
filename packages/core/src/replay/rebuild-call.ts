import type { Speech } from '../dialect/dialect.ts'
import type { GivenArguments } from '../event/families/call-events.ts'
import { isJsonObject } from '../json/index.ts'
import type { NameMap } from '../name/name-map.ts'
import type { CallHistory } from './history.ts'

/** The model's call, as far as the record has it. */
export type RebuiltCall =
  | { readonly status: 'rebuilt'; readonly raw: unknown }
  /** Its process died before anything told its arguments. */
  | { readonly status: 'unknown' }
  /** It could not be read, and only its beginning was kept. */
  | { readonly status: 'excerpt' }

/** The longest id of a provider that is kept. */
const longestId = 256

/**
 * Makes the call again from `tool.called` and the events after it. Pure.
 * @param names Those of its run: arguments may be told by the input in the words of its dialect.
 */
export function rebuildCall({ slots, end, toolCallId }: CallHistory, names: Pick<NameMap, 'speech'>): RebuiltCall {
  const [first] = slots
  if (first?.event.type !== 'tool.called') return { status: 'unknown' }
  const { name, rawCallId, arguments: given, repairs = [], excerpt } = first.event
  if (excerpt === true) return { status: 'excerpt' }
  const wasRead = name !== ''
  if (!wasRead) return end === undefined ? { status: 'unknown' } : { status: 'rebuilt', raw: end.arguments }
  const known = knownArguments(slots, given, names.speech(name))
  if (known === undefined) return { status: 'unknown' }
  const id = rawCallId === undefined ? toolCallId : rawCallId.length < longestId ? rawCallId : `${rawCallId}…`
  const reserved = repairs.filter(({ repair }) => repair === 'drop-reserved-key')
  for (const { path } of reserved) addReserved(known, path)
  return { status: 'rebuilt', raw: { id, name, arguments: known } }
}

type Arguments = Record<string, unknown>

function knownArguments(
  slots: CallHistory['slots'],
  given: GivenArguments | undefined,
  speech: Speech | undefined,
): Arguments | undefined {
  const spoken = (input: unknown) => (isJsonObject(input) ? speech?.say(input) : undefined) ?? input
  const told = slots.flatMap(({ event }): unknown[] => {
    switch (event.type) {
      case 'tool.completed':
      case 'tool.failed':
      case 'tool.denied':
      case 'tool.cancelled':
        return event.arguments === undefined ? [] : [event.arguments]
      case 'tool.started':
        return [spoken(event.input)]
      case 'permission.requested':
        return [spoken(event.request.input)]
      default:
        return []
    }
  })
  const input = told.find(isJsonObject)
  if (given === undefined) return input === undefined ? undefined : structuredClone(input)
  const isTold = given.keys.every((key) => Object.hasOwn(given.other, key))
  if (!isTold && input === undefined) return undefined
  return Object.fromEntries(
    given.keys.map((key) => [key, Object.hasOwn(given.other, key) ? given.other[key] : input?.[key]]),
  )
}

/** Puts a member back that was taken out before anything was looked up: what it held counts for nothing. */
function addReserved(value: Arguments, pointer: string): void {
  const keys = pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
  const last = keys.pop()
  let holder: unknown = value
  for (const key of keys) holder = typeof holder === 'object' && holder !== null ? Reflect.get(holder, key) : undefined
  if (last === undefined || typeof holder !== 'object' || holder === null) return
  const member = last === 'constructor' ? { prototype: null } : null
  Object.defineProperty(holder, last, { value: member, enumerable: true, configurable: true, writable: true })
}
