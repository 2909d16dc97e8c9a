import { PassThrough, type Readable } from 'node:stream'
import type { Hijacked } from '../engine/engine-client.ts'
import { createFrameParser, MalformedStreamError } from '../engine/stream-frames.ts'

export interface SplitOutput {
  readonly stdout: Readable
  readonly stderr: Readable
  /** Settles when the engine has sent its last byte, or the connection is gone. */
  readonly ended: Promise<StreamEnd>
  /** Returns the way in which the stream ended; undefined before that. */
  endedAs(): StreamEnd | undefined
  /** The first words of either stream. */
  opening(): string
  /** Stops reading and closes the connection. */
  release(): void
}

/** `cut`: ended inside a frame. `malformed`: the data was not output. */
export type StreamEnd = 'whole' | 'cut' | 'malformed'

const maxOpeningBytes = 1024
const buffered = { highWaterMark: 64 * 1024 }

/** The two streams of a program out of the one that the engine sends, which is read no faster than both are taken. */
export function splitOutput({ socket, head }: Hijacked): SplitOutput {
  const parser = createFrameParser()
  const streams = { stdout: new PassThrough(buffered), stderr: new PassThrough(buffered) }
  const { promise, resolve } = Promise.withResolvers<StreamEnd>()
  const full = new Set<PassThrough>()
  let endedAs: StreamEnd | undefined
  const opening: Buffer[] = []
  let openingBytes = 0

  const take = (chunk: Uint8Array): void => {
    for (const { stream, bytes } of parser.push(chunk)) {
      const output = streams[stream]
      if (openingBytes < maxOpeningBytes) {
        openingBytes += bytes.length
        opening.push(Buffer.from(bytes.subarray(0, maxOpeningBytes)))
      }
      if (output.destroyed || output.write(bytes) || output.writableLength === 0) continue
      if (full.has(output)) continue
      full.add(output)
      socket.pause()
      output.once('drain', () => {
        full.delete(output)
        if (full.size === 0) socket.resume()
      })
    }
  }
  const end = (how: StreamEnd): void => {
    streams.stdout.end()
    streams.stderr.end()
    endedAs ??= how
    resolve(how)
  }
  const takeOrStop = (chunk: Uint8Array): void => {
    try {
      take(chunk)
    } catch (error) {
      if (!(error instanceof MalformedStreamError)) throw error
      end('malformed')
      socket.destroy()
    }
  }
  // Writing input to a program that has ended closes the connection, whatever was still on its way.
  let isOurs = false
  socket.on('error', () => {
    isOurs = true
  })
  const endNow = () => end(parser.isWhole() || isOurs ? 'whole' : 'cut')
  socket.once('close', endNow)
  socket.once('end', endNow)
  // Not before the reader has had a chance to listen.
  if (head.length > 0) takeOrStop(head)
  socket.on('data', takeOrStop)
  return {
    ...streams,
    ended: promise,
    endedAs: () => endedAs,
    opening: () => Buffer.concat(opening).toString('utf8'),
    release: () => {
      streams.stdout.destroy()
      streams.stderr.destroy()
      socket.destroy()
    },
  }
}
