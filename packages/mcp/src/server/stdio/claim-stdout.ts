import { Writable } from 'node:stream'

/** Standard output of the process, held by one writer. */
export interface ClaimedStdout extends Disposable {
  readonly output: Writable
}

/**
 * Takes standard output for one writer until disposed. Whatever else in the process prints there, as a stray `console.log` of a
 * library does, goes to standard error instead: one line of it would break a protocol whose every line is a message.
 */
export function claimStdout(streams: Pick<NodeJS.Process, 'stdout' | 'stderr'>): ClaimedStdout {
  const { stdout, stderr } = streams
  const original = stdout.write
  const write = original.bind(stdout)
  const output = new Writable({
    decodeStrings: false,
    write: (chunk: Buffer | string, encoding, done) => {
      if (typeof chunk === 'string') write(chunk, encoding, done)
      else write(chunk, done)
    },
  })
  // Every answer that waits for the client to read listens for that, and as many may wait as calls run at once.
  output.setMaxListeners(0)
  stdout.write = stderr.write.bind(stderr)
  // The writer learns by `done` that its reader is gone; an unhandled error would end the process before its calls.
  const ignore = () => undefined
  stdout.on('error', ignore)
  return {
    output,
    [Symbol.dispose]: () => {
      stdout.write = original
      stdout.off('error', ignore)
    },
  }
}
