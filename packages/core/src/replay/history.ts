import { type DrawbridgeEvent, type EndEvent, isEndEvent } from '../event/drawbridge-event.ts'
import { coreEvents, type EventCatalogue } from '../event/event-catalogue.ts'
import type { TurnPosition } from '../event/families/call-events.ts'
import { withFields } from './legacy-text.ts'
import type { RecordedLine } from './recorded-line.ts'

type EventOf<Type extends DrawbridgeEvent['type']> = Extract<DrawbridgeEvent, { readonly type: Type }>
/** One event with its place in the record, from 0. */
export interface Slot<Event extends DrawbridgeEvent = DrawbridgeEvent> {
  readonly position: number
  readonly event: Event
}

/** One passage of a call through the pipeline: from its entry, or its return with an answer, to its end. */
export interface CallHistory {
  readonly toolCallId: string
  readonly run: RunHistory
  /** In the order of the record; the first is `tool.called` or `tool.resumed`. */
  readonly slots: readonly Slot[]
  /** Undefined for one that waits still, or whose process died. */
  readonly end: EndEvent | undefined
  /** Position from which on it is under way. */
  readonly entry: number
  /** The position of the abort of its turn, if it was aborted while running. */
  readonly abort: number | undefined
  /** Position before which its end had no effect on its turn: calls behind it ended by themselves until then. */
  readonly effect: number | undefined
}

export interface RunHistory {
  readonly opening: Slot<EventOf<'run.started'>>
  /** The run's own events: its opening, and what was aborted of it. */
  readonly slots: readonly Slot[]
  readonly calls: readonly CallHistory[]
}

export interface History {
  readonly slots: readonly Slot[]
  readonly runs: readonly RunHistory[]
  /** Events that nothing can make again, with the reason. */
  readonly taken: ReadonlyMap<number, string>
  readonly tornLines: number
}

interface OpenRun extends RunHistory {
  readonly slots: Slot[]
  readonly calls: OpenCall[]
}

interface OpenCall extends CallHistory {
  readonly slots: Slot[]
  end: EndEvent | undefined
  entry: number
  abort: number | undefined
  effect: number | undefined
}

/** Sorts a record by runs and calls. */
export async function readHistory(
  lines: Iterable<RecordedLine> | AsyncIterable<RecordedLine>,
  catalogue: EventCatalogue = coreEvents,
): Promise<History> {
  const slots: { readonly position: number; event: DrawbridgeEvent }[] = []
  let tornLines = 0
  for await (const line of lines) {
    if (line.type === 'torn') tornLines += 1
    else slots.push({ position: slots.length, event: line })
  }
  const runs = slots.flatMap((slot): OpenRun[] =>
    isOf(slot, 'run.started') ? [{ opening: slot, slots: [], calls: [] }] : [],
  )
  const saysCauses = new Set(runs.filter(({ opening }) => opening.event.format !== undefined))
  const runsByName = Map.groupBy(runs, ({ opening }) => opening.event.run)
  for (const slot of slots) {
    const run = runOf(slot, runsByName)
    if (run !== undefined && !saysCauses.has(run)) slot.event = withFields(slot.event)
  }
  const taken = new Map<number, string>()
  for (const slot of slots) {
    const { why, isOrphan = false } = assign(slot, runOf(slot, runsByName), catalogue)
    // In a record without gaps an event that belongs to nothing is a difference, as one that does not happen again.
    if (why !== undefined && !(isOrphan && tornLines === 0 && runs.length > 0)) taken.set(slot.position, why)
  }
  for (const run of runs) {
    // A run is opened by the first call that comes in, and recorded just before it.
    const [first] = run.calls
    if (first === undefined) taken.set(run.opening.position, 'the record has no call of its run')
    if (first !== undefined) first.entry = Math.min(first.entry, run.opening.position)
    for (const { position, event } of run.slots) {
      if (event.type === 'run.aborted' && event.by !== undefined && !isFollowed(position, run))
        taken.set(position, 'its process died before what brought it about was recorded')
    }
    for (const turn of Map.groupBy(run.calls, turnNumber).values()) noteEffects(turn)
    for (const call of run.calls) {
      noteAbort(call, run)
      for (const position of dropOrphans(call)) taken.set(position, 'its process died before the call ended')
    }
  }
  return { slots, runs, taken, tornLines }
}

export function isOf<Type extends DrawbridgeEvent['type']>(slot: Slot, type: Type): slot is Slot<EventOf<Type>> {
  return slot.event.type === type
}

/** A run that is opened again, in another process say, has its name from there on. */
function runOf({ position, event }: Slot, runs: ReadonlyMap<string, readonly OpenRun[]>): OpenRun | undefined {
  const own = runs.get(event.run) ?? []
  return own.findLast(({ opening }) => opening.position <= position) ?? own[0]
}

interface Assignment {
  /** The reason that it cannot happen again. */
  readonly why?: string
  /** True if it belongs to something that the record does not have. */
  readonly isOrphan?: boolean
}

/** Gives an event to its run or call. */
function assign(slot: Slot, run: OpenRun | undefined, catalogue: EventCatalogue): Assignment {
  const { event } = slot
  const { replay, because = 'it came from outside' } = catalogue.kindOf(event.type)
  if (replay !== 'made') return { why: because }
  if (run === undefined && event.type === 'run.aborted') return { why: 'its run had called nothing' }
  if (run === undefined) return { why: 'the record does not say how its run was opened', isOrphan: true }
  switch (event.type) {
    case 'run.ended':
      // The event was added by the process that found the crash.
      if (event.reason === 'interrupted') return { why: 'it was found after a crash' }
      run.slots.push(slot)
      return {}
    case 'run.started':
    case 'run.aborted':
    case 'turn.aborted':
      run.slots.push(slot)
      return {}
    case 'tool.called':
    case 'tool.resumed':
      run.calls.push({
        toolCallId: event.toolCallId,
        run,
        slots: [slot],
        end: undefined,
        entry: slot.position,
        abort: undefined,
        effect: undefined,
      })
      return {}
    default: {
      if (!('toolCallId' in event) || event.toolCallId === undefined)
        return event.type === 'hook.failed' ? { why: 'nothing but itself tells of it' } : {}
      const call = run.calls.findLast(({ toolCallId }) => toolCallId === event.toolCallId)
      if (call === undefined) return { why: 'the record does not have the call that it belongs to', isOrphan: true }
      call.slots.push(slot)
      if (isEndEvent(event)) call.end = event
      return {}
    }
  }
}

/** Notes the abort of the call's turn. The call may have been under inspection at that time. */
function noteAbort(call: OpenCall, { slots }: OpenRun): void {
  const [first] = call.slots
  if (first?.event.type !== 'tool.called' || first.event.turn === undefined) return
  const { number } = first.event.turn
  const abort = slots.find(
    ({ event }) => event.type === 'run.aborted' || (event.type === 'turn.aborted' && event.turn === number),
  )
  if (abort === undefined) return
  call.abort = abort.position
  const wasLookedAt = first.event.name !== '' || (call.end !== undefined && call.end.result.code !== 'aborted')
  if (wasLookedAt) call.entry = Math.min(call.entry, abort.position)
}

/** Takes out what hooks did with a result that died with its process. */
function dropOrphans(call: OpenCall): readonly number[] {
  if (call.end !== undefined) return []
  const orphans = call.slots.filter(({ event }) => event.type === 'hook.failed')
  for (const orphan of orphans) call.slots.splice(call.slots.indexOf(orphan), 1)
  return orphans.map(({ position }) => position)
}

/** Returns true if an answer or an end was recorded after this: the cause of an abort is recorded right after it. */
function isFollowed(position: number, { calls }: OpenRun): boolean {
  return calls.some(({ slots }) =>
    slots.some((slot) => slot.position > position && (isEndEvent(slot.event) || isOf(slot, 'permission.decided'))),
  )
}

/** The turn that a call belongs to. */
export function turnNumber({ slots }: CallHistory): number | undefined {
  return positionOf({ slots })?.number
}

function positionOf({ slots }: Pick<CallHistory, 'slots'>): TurnPosition | undefined {
  const first = slots[0]?.event
  return first?.type === 'tool.called' ? first.turn : undefined
}

/** A write that does not take place ends the calls behind it, but for those that were ending by themselves when that came to effect. */
function noteEffects(turn: readonly OpenCall[]): void {
  const ownEnds = turn.filter(({ slots, end }) => {
    const wasStarted = slots.some((slot) => isOf(slot, 'tool.started'))
    return end !== undefined && end.type !== 'tool.cancelled' && !wasStarted && wasAdmitted(end, slots)
  })
  for (const call of turn) {
    const index = positionOf(call)?.index
    if (index === undefined || call.end === undefined || call.end.type === 'tool.completed') continue
    if (!wasAdmitted(call.end, call.slots)) continue
    const own = endPosition(call)
    const later = ownEnds.filter((other) => (positionOf(other)?.index ?? -1) > index && endPosition(other) > own)
    if (later.length > 0) call.effect = Math.max(...later.map(endPosition))
  }
}

/** Returns true if a call got further than inspection, which calls pass one after the other. */
function wasAdmitted({ result: { code, meta } }: EndEvent, slots: readonly Slot[]): boolean {
  const cameAndEnded = 2
  return meta.decision !== undefined || code === 'rate_limited' || slots.length > cameAndEnded
}

function endPosition({ slots }: OpenCall): number {
  return slots.at(-1)?.position ?? -1
}
