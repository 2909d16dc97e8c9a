import type { DrawbridgeEvent } from '@drawbridge/core'
import { isJsonObject } from '@drawbridge/core/base'
import type { Database } from '@drawbridge/store/database'
import { beginningsUpTo, callEvents, callsAfter, type EventRow, eventsOfCall, goneOnAfter } from './session-rows.ts'
import { shownEvent } from './shown-event.ts'

type CallTimings = Extract<DrawbridgeEvent, { readonly type: 'tool.completed' }>['timings']

/** A call as its events tell it, without its content. */
export interface RecordedCall {
  readonly id: string
  readonly tool: string
  readonly status: string
  /** The first text among its arguments. */
  readonly line?: string
  /** Milliseconds since the Unix epoch. */
  readonly receivedAt: number
  readonly endedAt?: number
  readonly timings?: NonNullable<CallTimings>
  readonly wasAsked?: boolean
}

type RecordedEvent = ReturnType<typeof shownEvent>

const ends: Readonly<Record<string, string>> = {
  'tool.completed': 'ok',
  'tool.failed': 'failed',
  'tool.denied': 'denied',
  'tool.cancelled': 'cancelled',
  'tool.interrupted': 'interrupted',
}

/** Returns the calls that events tell of, in the order in which they came in. */
export function callsOfEvents(events: readonly RecordedEvent[]): readonly RecordedCall[] {
  const calls = new Map<string, RecordedCall>()
  for (const { type, event } of events) {
    const id = textOf(event.toolCallId)
    if (id === undefined) continue
    const time = typeof event.time === 'number' ? event.time : 0
    const before = calls.get(id) ?? { id, tool: '', status: 'queued', receivedAt: time }
    calls.set(id, { ...before, ...changeBy(type, event, time, before) })
  }
  return [...calls.values()]
}

function changeBy(
  type: string,
  event: Readonly<Record<string, unknown>>,
  time: number,
  before: RecordedCall,
): Partial<RecordedCall> {
  const tool = textOf(event.tool) ?? (before.tool === '' ? (textOf(event.name) ?? '') : before.tool)
  const end = Object.hasOwn(ends, type) ? ends[type] : undefined
  if (end !== undefined) {
    const timings = event.timings as CallTimings
    return { tool, status: end, endedAt: time, ...(timings === undefined ? {} : { timings }) }
  }
  if (type === 'permission.requested') return { status: 'asked', wasAsked: true }
  if (type === 'tool.started') {
    const line = lineOf(event.input)
    return { tool, status: 'running', ...(line === undefined ? {} : { line }) }
  }
  return { tool }
}

/** Returns the first text among the arguments, which mostly says what a call is about. */
function lineOf(input: unknown): string | undefined {
  if (!isJsonObject(input)) return undefined
  const text = Object.values(input).find((value) => typeof value === 'string')
  return typeof text === 'string' ? text.slice(0, 200) : undefined
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** Reads the calls that begin at some events of a session, in their order. */
export async function readCalls(
  database: Pick<Database, 'all'>,
  session: string,
  beginnings: readonly EventRow[],
): Promise<readonly RecordedCall[]> {
  const [first] = beginnings
  if (first === undefined) return []
  const began = beginnings.map(shownEvent)
  const ids = JSON.stringify(began.map(({ event }) => event.toolCallId))
  const rest = await database.all(callEvents, session, first.position, ids)
  return callsOfEvents([...began, ...rest.map(shownEvent)])
}

/**
 * Reads the events with which calls began that began or changed after a position, in their order. Looks back only as far as the oldest call
 * that was still going on then.
 */
export async function beginningsSince(
  database: Pick<Database, 'all'>,
  session: string,
  { since, after, limit }: { readonly since: number; readonly after: number; readonly limit: number },
): Promise<readonly EventRow[]> {
  const goneOn = after < since ? await database.all(goneOnAfter, session, since) : []
  const ids = JSON.stringify(goneOn.map(({ tool_call_id: id }) => id))
  const older = goneOn.length === 0 ? [] : await database.all(beginningsUpTo, session, since, ids, goneOn.length)
  const newer = await database.all(callsAfter, session, Math.max(since, after), limit)
  return [...older.toReversed().filter(({ position }) => position > after), ...newer].slice(0, limit)
}

/** Reads everything that was recorded of one call; undefined if the session has no such call. */
export async function readCall(
  database: Pick<Database, 'all'>,
  session: string,
  id: string,
): Promise<(RecordedCall & { readonly agent?: unknown }) | undefined> {
  const events = (await database.all(eventsOfCall, session, id)).map(shownEvent)
  const [call] = callsOfEvents(events)
  return call === undefined ? undefined : { ...call, ...partsOfEvents(events) }
}

/** Returns the parts of one call that its events recorded. */
export function partsOfEvents(events: readonly RecordedEvent[]): Readonly<Record<string, unknown>> {
  const first = (type: string) => events.find((one) => one.type === type)?.event
  const started = first('tool.started')
  const end = events.find(({ type }) => Object.hasOwn(ends, type))?.event
  const parts = {
    agent: isJsonObject(started?.principal) ? started.principal.agent : undefined,
    input: started?.input ?? end?.arguments,
    result: end?.result,
    decision: started?.decision,
    targets: started?.targets,
    flow: first('flow.judged'),
    approval: first('permission.decided'),
  }
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined))
}
