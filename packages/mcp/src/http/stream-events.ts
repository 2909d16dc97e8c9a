import type { EventStore, JSONRPCMessage } from '@modelcontextprotocol/server'

interface StoredEvent {
  readonly id: string
  readonly stream: string
  readonly message: JSONRPCMessage
  readonly size: number
}

/** The bounds of what one session keeps to be sent again. */
export interface EventBounds {
  readonly events: number
  /** Characters of JSON. */
  readonly size: number
}

const defaultBounds: EventBounds = { events: 1_000, size: 8 * 1024 * 1024 }

/** The id of the first event of a stream carries no message and is never sent again. */
const isPriming = (message: object): boolean => Object.keys(message).length === 0

/**
 * Keeps the latest events of one session, so that a client that lost a stream gets the rest of that stream, and only of that one. A client
 * that names an event which is no longer there is refused by the transport, since what is missing cannot be told.
 */
export function createStreamEvents({ events: most, size: largest }: EventBounds = defaultBounds): EventStore {
  const events: StoredEvent[] = []
  let count = 0
  let total = 0
  const streamOf = (id: string) => events.find((event) => event.id === id)?.stream

  return {
    storeEvent: async (stream, message) => {
      count += 1
      const id = `${count.toString(36)}-${stream}`
      const size = JSON.stringify(message).length
      events.push({ id, stream, message, size })
      total += size
      while (events.length > most || (total > largest && events.length > 1)) total -= events.shift()?.size ?? 0
      return id
    },
    getStreamIdForEventId: async (id) => streamOf(id),
    replayEventsAfter: async (lastId, { send }) => {
      const stream = streamOf(lastId)
      if (stream === undefined) throw new Error('The event is no longer kept.')
      const start = events.findIndex(({ id }) => id === lastId) + 1
      for (const event of events.slice(start)) {
        if (event.stream === stream && !isPriming(event.message)) await send(event.id, event.message)
      }
      return stream
    },
  }
}
