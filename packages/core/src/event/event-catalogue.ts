import { DrawbridgeError } from '../error/drawbridge-error.ts'
import { shorten } from '../text/shorten.ts'
import type { AnyEvent, AnyEventBody, EventFamily, EventKind } from './event-family.ts'
import { approvalEvents } from './families/approval-events.ts'
import { callEvents } from './families/call-events.ts'
import { hookEvents } from './families/hook-events.ts'
import { flowEvents, policyEvents } from './families/policy-events.ts'
import { questionEvents } from './families/question-events.ts'
import { runEvents } from './families/run-events.ts'

/** The known event types. */
export interface EventCatalogue {
  /** For an undeclared type: the default way to scrub, show and keep an event. */
  kindOf(type: string): EventKind<AnyEventBody>
  has(type: string): boolean
}

/**
 * Unites families.
 * @throws DrawbridgeError `invalid_option` if two declare the same type.
 */
export function createEventCatalogue(families: readonly EventFamily[]): EventCatalogue {
  const kinds = new Map<string, EventKind<AnyEventBody>>()
  for (const [type, kind] of families.flatMap((family) => Object.entries(family))) {
    if (kinds.has(type)) throw new DrawbridgeError('invalid_option', `The event "${type}" is declared twice.`)
    kinds.set(type, kind)
  }
  return { kindOf: (type) => kinds.get(type) ?? anyKind, has: (type) => kinds.has(type) }
}

const longestValue = 200

/** The kind of an unknown event: every field is scrubbed, and shown shortened. */
const anyKind: EventKind<AnyEventBody> = {
  scrub: (body, { scrubValue }) => ({ ...scrubValue(body).value, type: body.type }),
  line: ({ type: _, ...fields }) =>
    Object.fromEntries(
      Object.entries(fields)
        .filter(([name, value]) => value !== undefined && !stamped.has(name))
        .map(([name, value]) => [name, shortened(value)]),
    ),
  replay: 'told',
  because: 'this version does not know its event type',
}

const stamped: ReadonlySet<string> = new Set(['sequence', 'time', 'session', 'run', 'toolCallId'])

function shortened(value: unknown): string | number | boolean {
  if (typeof value === 'number' || typeof value === 'boolean') return value
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return shorten(text, longestValue)
}

const coreFamilies = [
  runEvents,
  callEvents,
  approvalEvents,
  questionEvents,
  hookEvents,
  policyEvents,
  flowEvents,
] as const

/** The events of runs, calls, approvals, questions and hooks. */
export const coreEvents: EventCatalogue = createEventCatalogue(coreFamilies)

/** The same, and those of other families. */
export function withEventFamilies(families: readonly EventFamily[]): EventCatalogue {
  return families.length === 0 ? coreEvents : createEventCatalogue([...coreFamilies, ...families])
}

/** An event as one line of a log: that it happened, to which call, and what its family shows of it. */
export function describeEvent(
  event: AnyEvent,
  catalogue: EventCatalogue = coreEvents,
): Readonly<Record<string, string | number | boolean>> {
  const { type, sequence, time } = event
  const call = 'toolCallId' in event && typeof event.toolCallId === 'string' ? { toolCallId: event.toolCallId } : {}
  return { ...catalogue.kindOf(type).line(event), type, sequence, time, ...call }
}
