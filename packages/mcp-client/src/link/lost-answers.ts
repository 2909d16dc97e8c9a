import { randomUUID } from 'node:crypto'
import type { Transport } from '@modelcontextprotocol/client'

/** Known to this process alone, so that no server can say it. */
const token = randomUUID()

/**
 * Makes a transport end a request whose stream ended without an answer, instead of leaving its caller to wait for the time limit.
 */
export function reportLostAnswers(transport: Transport): Transport {
  const send = transport.send.bind(transport)
  transport.send = (message, options) => {
    if (!('id' in message) || !('method' in message)) return send(message, options)
    const { id } = message
    const onRequestStreamEnd = () => {
      options?.onRequestStreamEnd?.()
      transport.onmessage?.({ jsonrpc: '2.0', id, error: { code: -32_603, message: 'The stream ended.', data: token } })
    }
    return send(message, { ...options, onRequestStreamEnd })
  }
  return transport
}

/** True if an error says that the stream of a request ended without an answer. */
export function isLostAnswer(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'data' in error && error.data === token
}
