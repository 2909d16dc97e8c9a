import type { Readable, Writable } from 'node:stream'
import type { Terminal } from './terminal.ts'

export interface TerminalStreams {
  readonly input: Readable & { setRawMode?(raw: boolean): unknown }
  readonly output: Writable & { readonly columns?: number }
  readonly colour: boolean
  /** The time for which the input must be silent before a question counts as seen, in milliseconds. Default 50. */
  readonly quietMs?: number
  /**
   * The same after a question that was withdrawn: a person may still be typing the answer to it, with pauses between the keys. Default
   * 1,000.
   */
  readonly quietAfterWithdrawalMs?: number
  /** Releases the streams. */
  close?(): void
}

/** A terminal over a pair of streams. Between two reads the input is left alone, so that it keeps no process alive. */
export function createTerminal({
  input,
  output,
  colour,
  quietMs = 50,
  quietAfterWithdrawalMs = 1_000,
  close,
}: TerminalStreams): Terminal {
  let wasWithdrawn = false

  async function read(signal: AbortSignal): Promise<string | undefined> {
    const chunk = await nextChunk(input, signal)
    if (chunk === undefined && signal.aborted) wasWithdrawn = true
    return chunk
  }

  async function discardTypedAhead(signal: AbortSignal): Promise<void> {
    const silence = wasWithdrawn ? quietAfterWithdrawalMs : quietMs
    const untilQuiet = () => AbortSignal.any([signal, AbortSignal.timeout(silence)])
    while ((await nextChunk(input, untilQuiet())) !== undefined);
    if (!signal.aborted) wasWithdrawn = false
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
        await discardTypedAhead(signal)
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
      if (wasWithdrawn) {
        // Only so is a line given up that was begun and not yet sent.
        input.setRawMode?.(true)
        await discardTypedAhead(signal).finally(() => input.setRawMode?.(false))
      }
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
