import type { DrawbridgeEvent } from '@drawbridge/core'
import { turnNodeId } from '@drawbridge/core/event'

/** The number of calls that are remembered. A call that was dropped is looked up when it ends. */
const maxCalls = 10_000

export type CalledEvent = Extract<DrawbridgeEvent, { readonly type: 'tool.called' }>

/** Remembers, between a call and its end, to which model turn it belongs. */
export interface TurnPlaces {
  called(event: CalledEvent): void
  of(session: string, toolCallId: string): string | undefined
  /** The call is over. */
  forget(session: string, toolCallId: string): void
}

export function createTurnPlaces(): TurnPlaces {
  const places = new Map<string, string>()
  const keyOf = (session: string, toolCallId: string) => `${session}\0${toolCallId}`
  return {
    called: (event) => {
      places.set(keyOf(event.session, event.toolCallId), turnNodeId(event))
      const [oldest] = places.keys()
      if (places.size > maxCalls && oldest !== undefined) places.delete(oldest)
    },
    of: (session, toolCallId) => places.get(keyOf(session, toolCallId)),
    forget: (session, toolCallId) => void places.delete(keyOf(session, toolCallId)),
  }
}
