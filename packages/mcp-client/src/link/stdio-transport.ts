import { isJsonObject } from '@drawbridge/core/base'
import type { PipedProgram } from '@drawbridge/sandbox/piped'
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import { answeredId, createLineReader } from './line-messages.ts'

/** The part of a server's program that a transport needs. */
export interface ServerProgram {
  /** Starts it. The transport has to be told of each piece of output, and of the end. */
  start(listeners: {
    onOutput(chunk: Uint8Array): void
    onErrors(chunk: Uint8Array): void
  }): Promise<Pick<PipedProgram, 'pid' | 'write' | 'ended' | 'stop'>>
}

/** A connection to a server's program over its standard input and output. */
export interface StdioTransport extends Transport {
  /** The end of what the program wrote to its error output. */
  errors(): string
  /** The lines of its output that were not messages. */
  garbage(): number
}

/** The longest message, in bytes. A longer answer fails its call, so that nobody waits for it. */
const maxMessageBytes = 96 * 1024 * 1024
const keptErrorBytes = 8 * 1024

/**
 * Creates a transport over a program of ours. Unlike the SDK's own it drops no connection for a long message, drains the error output
 * into a bounded tail, reads on after lines that are not messages, and ends the whole tree of the program.
 */
export function createStdioTransport(program: ServerProgram): StdioTransport {
  let running: Awaited<ReturnType<ServerProgram['start']>> | undefined
  let errors = Buffer.alloc(0)
  let garbage = 0
  let isClosed = false

  const receive = (line: string) => {
    const message = readMessage(line)
    if (message !== undefined) {
      transport.onmessage?.(message)
      return
    }
    garbage += 1
    if (garbage === 1)
      transport.onerror?.(new Error(`Its output has lines that are not messages, such as: ${line.slice(0, 200)}`))
  }
  const tooLong = (beginning: string) => {
    const id = answeredId(beginning)
    const message = `The answer is longer than ${maxMessageBytes / 1024 / 1024} MiB.`
    if (id === undefined) transport.onerror?.(new Error(message))
    else transport.onmessage?.({ jsonrpc: '2.0', id, error: { code: -32_603, message } })
  }
  const end = () => {
    if (isClosed) return
    isClosed = true
    transport.onclose?.()
  }
  const reader = createLineReader(receive, { maxBytes: maxMessageBytes, onTooLong: tooLong })
  const transport: StdioTransport & { readonly pid: number | null; readonly stderr: null } = {
    // The SDK takes a transport with these two for one over standard input and output.
    get pid() {
      return running?.pid ?? null
    },
    stderr: null,
    errors: () => errors.toString('utf8'),
    garbage: () => garbage,
    start: async () => {
      running = await program.start({
        onOutput: reader.push,
        onErrors: (chunk) => {
          const all = chunk.length >= keptErrorBytes ? chunk : Buffer.concat([errors, chunk])
          errors = Buffer.from(all.subarray(Math.max(0, all.length - keptErrorBytes)))
        },
      })
      running.ended.then(end, end)
    },
    send: async (message) => {
      if (running === undefined || isClosed) throw new Error('The program of the server has ended.')
      await running.write(`${JSON.stringify(message)}\n`)
    },
    close: async () => {
      await running?.stop()
      end()
    },
  }
  return transport
}

/** Returns the message in a line; undefined if it is none. Its receiver checks the rest of it. */
function readMessage(line: string): JSONRPCMessage | undefined {
  try {
    const value: unknown = JSON.parse(line)
    if (!isJsonObject(value) || value.jsonrpc !== '2.0') return undefined
    const isMessage = typeof value.method === 'string' || isJsonObject(value.result) || isJsonObject(value.error)
    return isMessage ? (value as unknown as JSONRPCMessage) : undefined
  } catch {
    return undefined
  }
}
