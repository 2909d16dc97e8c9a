import type { DrawbridgeEventBody } from '../event/drawbridge-event.ts'
import type { RunContext } from './run-context.ts'

/** Records what nothing waits for. A recorder that fails here costs the call nothing: its start or its end will fail too, and say so. */
export function noteEvent(
  body: DrawbridgeEventBody,
  { events, principal }: Pick<RunContext, 'events' | 'principal'>,
): void {
  try {
    events.record(body, principal.run, 'grouped')?.catch(() => undefined)
  } catch {
    // As above.
  }
}
