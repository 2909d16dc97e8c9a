import { fieldOf } from '../parts/cells.tsx'
import type { RecordedEvent } from './sessions/session.ts'

/** The line of an event in the audit. Empty texts stand for what the event does not say. */
export interface EventLine {
  /** In milliseconds since the Unix epoch. */
  readonly time?: number
  readonly who: string
  readonly what: string
  readonly outcome: string
}

/** Returns the fields of an event that its line shows. */
export function lineOfEvent({ event }: RecordedEvent): EventLine {
  const text = (...paths: readonly string[]) => {
    const found = paths.map((path) => fieldOf(event, path)).find((value) => typeof value === 'string')
    return typeof found === 'string' ? found : ''
  }
  const what = [
    text('tool', 'request.tool', 'grant.tool', 'name', 'passages.0.path'),
    text('input.command', 'input.path', 'input.url', 'reason'),
  ]
  return {
    ...(typeof event.time === 'number' ? { time: event.time } : {}),
    who: text('decision.decidedBy', 'grant.grantedBy', 'principal.agent', 'principal.user', 'approver'),
    what: what.filter((word) => word !== '').join(' '),
    outcome: text('decision.answer', 'result.code', 'code', 'decision.verdict', 'reason'),
  }
}
