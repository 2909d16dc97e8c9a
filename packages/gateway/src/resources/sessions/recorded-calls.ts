import type { StageTimes, TimelineCall } from './session.ts'

/** An event as the API answers it: its content, with its place in the order of the record. */
export interface RecordedEvent {
  readonly position: string
  readonly session: string
  readonly type: string
  readonly event: Readonly<Record<string, unknown>>
}

const ends: Readonly<Record<string, string>> = {
  'tool.completed': 'ok',
  'tool.failed': 'failed',
  'tool.denied': 'denied',
  'tool.cancelled': 'cancelled',
  'tool.interrupted': 'interrupted',
}

/** Returns the calls that events tell of, in the order in which they came in. */
export function callsOfEvents(events: readonly RecordedEvent[]): readonly TimelineCall[] {
  const calls = new Map<string, TimelineCall>()
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
  before: TimelineCall,
): Partial<TimelineCall> {
  const tool = textOf(event.tool) ?? (before.tool === '' ? (textOf(event.name) ?? '') : before.tool)
  const end = Object.hasOwn(ends, type) ? ends[type] : undefined
  if (end !== undefined) {
    const timings = event.timings as StageTimes | undefined
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
  if (typeof input !== 'object' || input === null) return undefined
  const text = Object.values(input).find((value) => typeof value === 'string')
  return typeof text === 'string' ? text.slice(0, 200) : undefined
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** Returns what the events of one call recorded, by the parts that the page shows. */
export function detailOfEvents(events: readonly RecordedEvent[], id: string): Readonly<Record<string, unknown>> {
  const own = events.filter(({ event }) => event.toolCallId === id)
  const first = (type: string) => own.find((one) => one.type === type)?.event
  const [call] = callsOfEvents(own)
  const started = first('tool.started')
  const end = own.find(({ type }) => Object.hasOwn(ends, type))?.event
  const parts = {
    input: started?.input ?? end?.arguments,
    result: end?.result,
    decision: started?.decision,
    targets: started?.targets,
    flow: first('flow.judged'),
    approval: first('permission.decided'),
  }
  return { ...call, ...Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) }
}
