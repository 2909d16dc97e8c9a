import type { Writable } from 'node:stream'
import type { TextOutput } from './io.ts'
import { wantsColour } from './wants-colour.ts'

const widthWithoutTerminal = 80

/**
 * Writes to a stream of the process. A reader that closes early, like `head`, is not an error.
 * @param onClosed Called once the reader has closed it, which a write finds out.
 */
export function createTextOutput(
  stream: Writable & { readonly isTTY?: boolean; readonly columns?: number },
  environment: Readonly<Record<string, string | undefined>>,
  onClosed: () => void = () => undefined,
): TextOutput {
  let closed = false
  let failure: string | undefined
  const fail = (error: Error & { readonly code?: unknown }) => {
    closed = true
    if (error.code !== 'EPIPE') failure ??= error.message
    onClosed()
  }
  stream.on('error', fail)
  return {
    isTerminal: stream.isTTY === true,
    get columns() {
      return stream.columns || widthWithoutTerminal
    },
    colour: wantsColour(stream.isTTY === true, environment),
    get closed() {
      return closed
    },
    get failure() {
      return failure
    },
    write: (text) =>
      new Promise((resolve) => {
        if (closed || text === '') resolve()
        else {
          stream.write(text, (error) => {
            if (error) fail(error)
            resolve()
          })
        }
      }),
  }
}
