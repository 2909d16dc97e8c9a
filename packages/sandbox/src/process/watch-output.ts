import { finished, type Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'

/** One output stream of a program while it is read. */
export interface WatchedOutput {
  /** Settles when the stream has ended, or was let go, and its last piece has been taken. */
  readonly ended: Promise<void>
  /** Returns true if a piece is being processed, so that the stream is paused. */
  isBusy(): boolean
}

/**
 * Takes the stream piece by piece, no faster than `take` settles. What `take` rejects with is its own matter. Node lets a stream of a
 * program flow when that exits, paused or not: those last pieces wait for their turn.
 */
export function watchOutput(stream: Readable, take: (chunk: Uint8Array) => unknown): WatchedOutput {
  const { promise, resolve } = Promise.withResolvers<void>()
  let taking: Promise<void> | undefined
  finished(stream, () => resolve(taking))
  stream.on('data', (chunk: Uint8Array) => {
    const taken = taking === undefined ? take(chunk) : taking.then(() => take(chunk))
    if (!(taken instanceof Promise)) return
    stream.pause()
    const done = () => {
      if (taking !== turn) return
      taking = undefined
      stream.resume()
    }
    const turn: Promise<void> = taken.then(done, done)
    taking = turn
  })
  return { ended: promise, isBusy: () => taking !== undefined }
}

const stepMs = 10
/** The pipe already contains the last output of an ended program; reading it takes no longer than this. */
const readingMs = 100
/** However slowly the pieces are taken. */
const longestMs = 10_000

/**
 * Reads streams to their end after their program has ended, but only briefly: other holders of the pipes are not waited
 * for. Time spent on processing pieces does not count, up to a limit.
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
