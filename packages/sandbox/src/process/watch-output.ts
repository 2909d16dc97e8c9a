import { finished, type Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'

/** One output stream of a program while it is read. */
export interface WatchedOutput {
  /** Settles when the stream has ended or was let go. */
  readonly ended: Promise<void>
  /** Whether a piece is being taken right now, so that the stream stands still. */
  isBusy(): boolean
}

/** Takes the stream piece by piece, no faster than `take` settles. What `take` throws or rejects with is its own matter. */
export function watchOutput(stream: Readable, take: (chunk: Uint8Array) => unknown): WatchedOutput {
  const { promise, resolve } = Promise.withResolvers<void>()
  let busy = false
  finished(stream, () => resolve())
  stream.on('data', (chunk: Uint8Array) => {
    const taken = take(chunk)
    if (!(taken instanceof Promise)) return
    busy = true
    stream.pause()
    const goOn = () => {
      busy = false
      stream.resume()
    }
    taken.then(goOn, goOn)
  })
  return { ended: promise, isBusy: () => busy }
}

const stepMs = 10
/** What a program wrote just before it ended is in its pipe by then and takes no longer than this to read. */
const readingMs = 100
/** However slowly the pieces are taken. */
const longestMs = 10_000

/**
 * Lets streams be read to their end after their program has ended, but only briefly: whoever else holds them open is not waited
 * for. Time in which pieces are taken does not count, as long as it is not endless.
 */
export async function drain(outputs: readonly WatchedOutput[]): Promise<void> {
  let isDone = false
  const ended = Promise.all(outputs.map((output) => output.ended)).then(() => {
    isDone = true
  })
  let readMs = 0
  for (let waitedMs = 0; !isDone && readMs < readingMs && waitedMs < longestMs; waitedMs += stepMs) {
    if (!outputs.some((output) => output.isBusy())) readMs += stepMs
    await Promise.race([ended, wait(stepMs)])
  }
}
