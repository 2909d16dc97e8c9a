import type { EventRow } from './session-rows.ts'

/** Returns a recorded event as the API shows it. */
export function shownEvent({ position, session_id, type, content }: EventRow) {
  return {
    position: String(position),
    session: session_id,
    type,
    event: JSON.parse(content) as Record<string, unknown>,
  }
}
