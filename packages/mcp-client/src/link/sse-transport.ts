import {
  type FetchLike,
  SSEClientTransport,
  type SSEClientTransportOptions,
  type Transport,
} from '@modelcontextprotocol/client'

export interface SseTransportOptions {
  readonly address: URL
  /** Those of the SDK's own transport. */
  readonly options: SSEClientTransportOptions & { readonly fetch: FetchLike }
}

/**
 * Creates a transport of the oldest way over HTTP, which is closed when its one stream ends. The SDK's own would open another stream, to
 * which the server sends neither the answers that are due nor anything before a new handshake.
 */
export function createSseTransport({ address, options }: SseTransportOptions): Transport {
  let isClosed = false
  const transport = new SSEClientTransport(address, {
    ...options,
    eventSourceInit: {
      fetch: async (url, init) => {
        if (isClosed) throw new Error('The stream of the server ended.')
        return notingEnd(await options.fetch(url, init as RequestInit), () => void transport.close())
      },
    },
  })
  const close = transport.close.bind(transport)
  transport.close = async () => {
    if (isClosed) return
    isClosed = true
    await close()
  }
  return transport
}

/** The same answer, which calls `onEnd` when its body has ended or broken. */
function notingEnd(answer: Response, onEnd: () => void): Response {
  if (!answer.ok || answer.body === null) return answer
  const reader = answer.body.getReader()
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { value, done } = await reader.read()
        if (!done) return controller.enqueue(value)
      } catch {
        // A broken stream is one that has ended.
      }
      controller.close()
      onEnd()
    },
    cancel: (reason) => reader.cancel(reason),
  })
  return new Response(body, { status: answer.status, headers: answer.headers })
}
