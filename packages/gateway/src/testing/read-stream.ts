import type { TestCaller, TestGateway } from './open-test-gateway.ts'

/** A message of a stream, with its data as JSON. */
export interface ReadMessage {
  readonly id?: string
  readonly event?: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events freely.
  readonly data: any
}

/** The part that was read of a stream of server-sent events. */
export interface ReadStream {
  readonly messages: readonly ReadMessage[]
  readonly headers: Headers
}

/** Reads a stream to its end, or until a message. */
export async function readStream(
  { url, gateway: { cookieName } }: Pick<TestGateway, 'url' | 'gateway'>,
  { cookie, half }: Pick<TestCaller, 'cookie' | 'half'>,
  {
    method,
    path,
    body,
    headers = {},
    until = () => false,
  }: {
    readonly method: string
    readonly path: string
    readonly body?: object
    readonly headers?: Readonly<Record<string, string>>
    until?(message: ReadMessage): boolean
  },
): Promise<ReadStream> {
  const leave = new AbortController()
  const response = await fetch(new URL(path, url), {
    ...{ method, signal: leave.signal },
    headers: {
      ...{ accept: 'text/event-stream', origin: url, cookie: `${cookieName}=${cookie}`, 'x-drawbridge-session': half },
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const messages: ReadMessage[] = []
  if (response.status !== 200 || response.body === null) throw new Error(`${response.status}: ${await response.text()}`)
  let text = ''
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    text += chunk
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const message = messageOf(text.slice(0, end))
      text = text.slice(end + 2)
      if (message === undefined) continue
      messages.push(message)
      if (until(message)) return { messages, headers: response.headers }
    }
  }
  return { messages, headers: response.headers }
}

function messageOf(block: string): ReadMessage | undefined {
  const fields = new Map<string, string>()
  for (const line of block.split('\n')) {
    const [name = '', ...rest] = line.split(': ')
    fields.set(name, rest.join(': '))
  }
  const [id, event, data] = [fields.get('id'), fields.get('event'), fields.get('data')]
  if (data === undefined) return undefined
  return {
    ...(id === undefined ? {} : { id }),
    ...(event === undefined ? {} : { event }),
    data: data === '[DONE]' ? data : JSON.parse(data),
  }
}
