import { toTime } from '../../api/server-clock.ts'
import type { TimelineCall } from './session.ts'

/** A stretch in which nothing happened for this long, in milliseconds, is broken out of the axis. */
const idleAfter = 30_000
/** The share of the axis that a broken-out stretch takes. */
const breakShare = 0.02

/** Returns the place of a time on the axis, from 0 to 1. */
export type TimeAxis = (at: number) => number

/** A stretch of the axis without calls. */
export interface IdleStretch {
  readonly from: number
  readonly to: number
}

/** Returns the begin and end of a call, in milliseconds since the Unix epoch; the end of a running one is `now`. */
export function spanOf(
  { receivedAt, endedAt, status }: TimelineCall,
  now: number,
): readonly [from: number, to: number] {
  const from = toTime(receivedAt)
  if (endedAt !== undefined) return [from, toTime(endedAt)]
  return [from, status === 'running' ? now : from]
}

/** Returns the long stretches in which no call was going on. */
export function idleStretches(calls: readonly TimelineCall[], now: number): readonly IdleStretch[] {
  const spans = calls.map((call) => spanOf(call, now)).sort(([one], [other]) => one - other)
  const idle: IdleStretch[] = []
  let last = spans[0]?.[0] ?? 0
  for (const [from, to] of spans) {
    if (from - last >= idleAfter) idle.push({ from: last, to: from })
    last = Math.max(last, to)
  }
  return idle
}

/** Returns the axis of a session. With true time, idle stretches keep their length. */
export function timeAxis(calls: readonly TimelineCall[], now: number, isTrueTime: boolean): TimeAxis {
  if (calls.length === 0) return () => 0
  const begin = Math.min(...chunked(calls, (part) => Math.min(...part.map((call) => spanOf(call, now)[0]))))
  const end = Math.max(...chunked(calls, (part) => Math.max(...part.map((call) => spanOf(call, now)[1]))))
  const idle = isTrueTime ? [] : idleStretches(calls, now)
  const busy = Math.max(1, end - begin - idle.reduce((sum, { from, to }) => sum + to - from, 0))
  const left = 1 - idle.length * breakShare
  const scale = Math.max(0.1, left) / busy
  return (at) => {
    let place = (at - begin) * scale
    for (const { from, to } of idle) {
      if (at <= from) break
      const covered = Math.min(at, to) - from
      place += (covered / (to - from)) * breakShare - covered * scale
    }
    return Math.min(1, Math.max(0, place))
  }
}

/** Applies a function to parts of a long list: calls with 20,000 arguments overflow the stack. */
function chunked<Item, Result>(items: readonly Item[], make: (part: readonly Item[]) => Result): readonly Result[] {
  const size = 5_000
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    make(items.slice(index * size, (index + 1) * size)),
  )
}
