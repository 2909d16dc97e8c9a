import type { Readable, Writable } from 'node:stream'
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server'
import { boundMessages } from './bound-messages.ts'

/**
 * Creates a transport over two pipes. Unlike the SDK's own it bounds each message, and leaves it to the server to find out what kind of
 * message one is, which it does anyway.
 * @param refuse Called with the JSON of the id of a message that is too long, and with its size in bytes.
 */
export function createStdioTransport(
  input: Readable,
  output: Writable,
  refuse: (id: string, bytes: number) => void,
): Transport {
  let isClosed = false
  let drained: Promise<void> | undefined
  const fail = (error: unknown) => transport.onerror?.(error instanceof Error ? error : new Error(String(error)))
  const receive = (line: string) => {
    try {
      const message: unknown = JSON.parse(line)
      if (typeof message !== 'object' || message === null) throw new Error('A line of the client is not a message.')
      transport.onmessage?.(message as JSONRPCMessage)
    } catch (error) {
      fail(error)
    }
  }
  const lines = boundMessages(receive, refuse)
  const onEnd = () => {
    lines.end()
    void transport.close()
  }
  const onClose = () => void transport.close()
  const onFault = (error: Error) => {
    if (isClosed) return
    fail(error)
    void transport.close()
  }
  const transport: Transport = {
    start: async () => {
      input.on('data', lines.push)
      input.on('end', onEnd)
      input.on('close', onClose)
      input.on('error', onFault)
      output.on('error', onFault)
    },
    send: async (message) => {
      if (isClosed) throw new Error('The connection has ended.')
      if (output.write(`${JSON.stringify(message)}\n`)) return
      drained ??= untilDrained(output).finally(() => {
        drained = undefined
      })
      await drained
    },
    close: async () => {
      if (isClosed) return
      isClosed = true
      input.off('data', lines.push)
      input.off('end', onEnd)
      input.off('close', onClose)
      transport.onclose?.()
    },
  }
  return transport
}

/** Resolves when the reader has caught up, or is gone. */
async function untilDrained(output: Writable): Promise<void> {
  const events = ['drain', 'close', 'error'] as const
  const done = Promise.withResolvers<void>()
  const settle = () => done.resolve()
  for (const event of events) output.on(event, settle)
  await done.promise
  for (const event of events) output.off(event, settle)
}
