import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

/** The answer that a client gets instead of its response. */
export interface ProxyAnswer {
  readonly status: 400 | 403 | 431 | 502 | 503 | 504
  /** A sentence or two for the person who started the program. */
  readonly text: string
}

/** The names of RFC 9209. */
const proxyStatus = {
  400: 'http_request_error',
  403: 'http_request_denied',
  431: 'http_request_error',
  502: 'destination_unavailable',
  503: 'connection_limit_reached',
  504: 'connection_timeout',
} as const satisfies Record<ProxyAnswer['status'], string>

/** The headers of an answer, and its body. The reason is in a header too: programs rarely show the body of a refused tunnel. */
export function answerParts({ status, text }: ProxyAnswer): {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
} {
  const body = `${text}\n`
  const details = text.replace(/[^ -~]/g, '?').replace(/["\\]/g, '\\$&')
  return {
    body,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Length': String(Buffer.byteLength(body)),
      'Proxy-Status': `drawbridge; error=${proxyStatus[status]}; details="${details}"`,
      Connection: 'close',
    },
  }
}

/** Answers on a bare connection, and closes it once the answer is out. */
export function answerSocket(socket: Socket, answer: ProxyAnswer): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const { headers, body } = answerParts(answer)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}\r\n${lines.join('')}\r\n${body}`)
  socket.destroySoon()
}
