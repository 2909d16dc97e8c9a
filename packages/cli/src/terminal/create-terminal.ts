import type { Readable, Writable } from 'node:stream'
import type { Terminal } from './terminal.ts'

export interface TerminalStreams {
  readonly input: Readable & { setRawMode?(raw: boolean): unknown }
  readonly output: Writable & { readonly columns?: number }
  readonly colour: boolean
  /** The time for which the input must be silent before a question counts as seen, in milliseconds. Default 50. */
  readonly quietMs?: number
  /** Releases the streams. */
  close?(): void
}

/** A terminal over a pair of streams. Between two reads the input is left alone, so that it keeps no process alive. */
export function createTerminal({ input, output, colour, quietMs = 50, close }: TerminalStreams): Terminal {
  const read = (signal: AbortSignal) => nextChunk(input, signal)

  async function discardTypedAhead(): Promise<void> {
    while ((await read(AbortSignal.timeout(quietMs))) !== undefined);
  }

  return {
    get columns() {
      return output.columns || 80
    },
    colour,
    write: (text) => void output.write(text),
    readKey: async (signal) => {
      input.setRawMode?.(true)
      try {
        await discardTypedAhead()
        while (true) {
          const chunk = await read(signal)
          if (chunk === undefined) return undefined
          const characters = [...chunk]
          if (characters.length === 1) return characters[0]
        }
      } finally {
        input.setRawMode?.(false)
      }
    },
    readLine: async (signal) => {
      let line = ''
      while (!line.includes('\n')) {
        const chunk = await read(signal)
        if (chunk === undefined) return undefined
        line += chunk
      }
      return line.slice(0, line.indexOf('\n')).replace(/\r$/, '')
    },
    [Symbol.dispose]: () => close?.(),
  }
}

async function nextChunk(input: Readable, signal: AbortSignal): Promise<string | undefined> {
  if (signal.aborted || input.destroyed || input.readableEnded) return undefined
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  const onData = (chunk: Buffer | string) => resolve(chunk.toString())
  const onEnd = () => resolve(undefined)
  input.once('data', onData).once('end', onEnd).once('error', onEnd).once('close', onEnd)
  signal.addEventListener('abort', onEnd, { once: true })
  input.resume()
  try {
    return await promise
  } finally {
    input.off('data', onData).off('end', onEnd).off('error', onEnd).off('close', onEnd)
    signal.removeEventListener('abort', onEnd)
    input.pause()
  }
}
