import { errorMessage } from '@drawbridge/core'
import { createCleanup } from '@drawbridge/core/base'
import type { House, Room } from '@drawbridge/room'

/** The parts that the background work of rooms needs. */
export interface WorkerParts {
  readonly house: House
  sectionFor(room: Room): unknown
  /** Receives what failed, with the name of the room. */
  onError(message: string): void
}

/**
 * Starts the background work of rooms. A worker that does not start is reported and keeps nothing else from starting. Disposing waits until all of it
 * has ended, the last one first.
 */
export function startWorkers(rooms: readonly Room[], { house, sectionFor, onError }: WorkerParts): AsyncDisposable {
  const cleanup = createCleanup()
  let isClosing = false
  const start = async () => {
    for (const room of rooms) {
      for (const { name, start: begin } of room.workers ?? []) {
        if (isClosing) return
        const report = (message: string) =>
          onError(`The background work "${name}" of the room "${room.name}": ${message}`)
        try {
          const worker = await begin(house, sectionFor(room), { onError: report })
          if (worker !== undefined) cleanup.use(worker)
        } catch (error) {
          report(errorMessage(error))
        }
      }
    }
  }
  const starting = start()
  return {
    [Symbol.asyncDispose]: async () => {
      isClosing = true
      await starting
      await cleanup[Symbol.asyncDispose]()
    },
  }
}
