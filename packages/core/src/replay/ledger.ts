import type { DrawbridgeEvent, DrawbridgeEventBody } from '../event/drawbridge-event.ts'
import { findDifferences } from './find-differences.ts'
import type { History, Slot } from './history.ts'
import type { ReplayDifference, ReplayReport } from './replay-report.ts'
import { withoutSentences } from './without-sentences.ts'

/** Tracks which parts of a record were replayed, and how. */
export interface Ledger {
  /** An event has happened again. */
  compare(slot: Slot, replayed: DrawbridgeEvent): void
  /** Something has happened that the record does not have. */
  addExtra(body: DrawbridgeEventBody): void
  /** An event is taken as it stands. */
  take(position: number, why: string): void
  report(history: History, most: number): ReplayReport
}

export function createLedger(): Ledger {
  const settled = new Map<number, readonly ReplayDifference[]>()
  const taken = new Map<number, string>()
  const extra: ReplayDifference[] = []
  return {
    compare: (slot, replayed) => void settled.set(slot.position, differencesOf(slot.event, replayed)),
    addExtra: (body) => {
      extra.push({ kind: 'extra', event: body.type, ...callOf(body), ...becauseOf(body) })
    },
    take: (position, why) => void taken.set(position, why),
    report: ({ slots, runs, tornLines }, most) => {
      const inOrder = slots.flatMap(({ position, event }) => {
        if (taken.has(position)) return []
        const { sequence, type } = event
        return settled.get(position) ?? [{ kind: 'missing', sequence, event: type, ...callOf(event) } as const]
      })
      const differences = [...inOrder, ...extra]
      const equal = [...settled.values()].filter(({ length }) => length === 0).length
      const isEmpty = settled.size === 0 && slots.length + tornLines > 0
      return {
        status: isEmpty ? 'empty' : differences.length === 0 ? 'equal' : 'different',
        events: slots.length,
        equal,
        taken: countBy(taken.values()),
        unfinished: unfinishedIn(runs),
        tornLines,
        different: differences.length,
        differences: differences.slice(0, most),
      }
    },
  }
}

/** A call that waited as a receipt may have ended on its second way, in another run even. */
function unfinishedIn(runs: History['runs']): number {
  const calls = runs.flatMap((run) => run.calls)
  const ended = new Set(calls.flatMap(({ toolCallId, end }) => (end === undefined ? [] : [toolCallId])))
  return new Set(calls.map(({ toolCallId }) => toolCallId).filter((id) => !ended.has(id))).size
}

function differencesOf(recorded: DrawbridgeEvent, replayed: DrawbridgeEvent): readonly ReplayDifference[] {
  const { sequence, type: event } = recorded
  const about = { kind: 'changed', sequence, event, ...callOf(recorded) } as const
  if (recorded.type !== replayed.type)
    return [{ ...about, path: 'type', recorded: event, replayed: replayed.type, ...becauseOf(replayed) }]
  return findDifferences(plain(recorded), plain(replayed)).map((difference) => ({ ...about, ...difference }))
}

/** The fields of an event, as a record has them: no symbols, nothing undefined, no sentences of our own. */
function plain(event: DrawbridgeEvent): unknown {
  return JSON.parse(JSON.stringify(withoutSentences(event)))
}

function callOf(body: DrawbridgeEventBody): { readonly toolCallId?: string } {
  return 'toolCallId' in body && body.toolCallId !== undefined ? { toolCallId: body.toolCallId } : {}
}

function becauseOf(body: DrawbridgeEventBody): { readonly because?: string } {
  switch (body.type) {
    case 'permission.requested':
      return { because: body.request.reason }
    case 'permission.failed':
    case 'hook.failed':
      return { because: body.message }
    case 'tool.completed':
    case 'tool.failed':
    case 'tool.denied':
    case 'tool.cancelled': {
      const { code, content } = body.result
      const [first] = content
      const said = first?.type === 'text' ? first.text : ''
      return code === undefined ? {} : { because: `${code}: ${said}` }
    }
    default:
      return {}
  }
}

function countBy(values: Iterable<string>): Readonly<Record<string, number>> {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return Object.fromEntries(counts)
}
