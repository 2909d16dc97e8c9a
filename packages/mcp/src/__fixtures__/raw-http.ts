/** The answer to a request that was written by hand. */
export interface RawAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

export const handshake = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1.0.0' } },
} as const

/** The headers of every POST of a client. */
export const postHeaders = (token = 'token-of-ada') => ({
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
})

/** Posts a message by hand and reads the whole answer. */
export async function post(url: URL, body: unknown, headers: Record<string, string> = {}): Promise<RawAnswer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...postHeaders(), ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** Opens a session by hand; resolves to the headers that name it. */
export async function openSessionByHand(url: URL, token?: string): Promise<Record<string, string>> {
  const { headers } = await post(url, handshake, postHeaders(token))
  const session = {
    ...postHeaders(token),
    'mcp-session-id': headers.get('mcp-session-id') ?? '',
    'mcp-protocol-version': '2025-11-25',
  }
  await post(url, { jsonrpc: '2.0', method: 'notifications/initialized' }, session)
  return session
}

/** The envelope of a request of revision 2026-07-28. */
export const modernMeta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
}

export interface StreamEvent {
  readonly id: string | undefined
  readonly message: unknown
}

/** Reads the events of a stream as they arrive. */
export async function* readStream(response: Response): AsyncGenerator<StreamEvent> {
  let text = ''
  for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
      const lines = text.slice(0, end).split('\n')
      text = text.slice(end + 2)
      const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
      const data = field('data')
      if (!lines[0]?.startsWith(':')) yield { id: field('id'), message: data === undefined || data === '' ? undefined : JSON.parse(data) }
    }
  }
}
