import { readProblem } from './api-problem.ts'
import type {
  AnswerOf,
  ItemOf,
  ListOperation,
  OperationName,
  RequestArguments,
  RequestOptions,
} from './operation-types.ts'
import { operations } from './operations.ts'
import { readEvents, type StreamEvent } from './read-events.ts'

/** The options of a client. */
export interface ClientOptions {
  /** The address of the server, without `/v1`. */
  readonly url: string
  /** The API key, as `drawbridge keys create` wrote it. */
  readonly key: string
  /** Sends the requests. Default: the `fetch` of the platform. */
  readonly fetch?: typeof fetch
}

/** An answer with its status and headers. */
export interface FullAnswer<Name extends OperationName> {
  /** The HTTP status. */
  readonly status: number
  readonly headers: Headers
  readonly body: AnswerOf<Name>
}

/** A client of the HTTP interface. Everything that the server refuses is thrown as an `ApiProblem`. */
export interface Client {
  /** Makes a request, and resolves to what is answered. */
  call<Name extends OperationName>(name: Name, ...request: RequestArguments<Name>): Promise<AnswerOf<Name>>
  /** The same, with the status and the headers of the answer, such as `ETag`. */
  send<Name extends OperationName>(name: Name, ...request: RequestArguments<Name>): Promise<FullAnswer<Name>>
  /** Yields the items of a list from all of its pages, each of which is read when it is needed. */
  items<Name extends ListOperation>(name: Name, ...request: RequestArguments<Name>): AsyncGenerator<ItemOf<Name>>
  /** Yields the events of an operation that can answer with a stream: `sendMessage`, `listSessionEvents`. */
  stream<Name extends OperationName>(name: Name, ...request: RequestArguments<Name>): AsyncGenerator<StreamEvent>
}

/** A request whose parts nobody has to know the types of any more. */
interface PlainRequest extends RequestOptions {
  readonly params?: Readonly<Record<string, unknown>> | undefined
  readonly query?: Readonly<Record<string, unknown>> | undefined
  readonly body?: unknown
}

/**
 * Creates a client.
 * @throws TypeError for an address that would carry the key over the network in plain text.
 */
export function createClient({ url, key, fetch: send = fetch }: ClientOptions): Client {
  const base = new URL(url)
  if (base.protocol !== 'https:' && !isLoopback(base.hostname))
    throw new TypeError(`${base.origin} would get the key in plain text over the network. Use https.`)

  const respond = async (name: OperationName, request: PlainRequest, accept: string): Promise<Response> => {
    const { method, path } = operations[name]
    const { body, signal, idempotencyKey, ifMatch, lastEventId } = request
    const headers = new Headers({ accept, authorization: `Bearer ${key}`, ...request.headers })
    if (body !== undefined) headers.set('content-type', 'application/json')
    if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey)
    if (ifMatch !== undefined) headers.set('if-match', ifMatch)
    if (lastEventId !== undefined) headers.set('last-event-id', lastEventId)
    const response = await send(addressOf(base, path, request), {
      ...{ method, headers },
      // Another server than the one that was named does not get the key.
      redirect: 'error',
      ...(signal === undefined ? {} : { signal }),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw await readProblem(response)
    return response
  }
  const answer = async <Name extends OperationName>(name: Name, request: PlainRequest): Promise<FullAnswer<Name>> => {
    const response = await respond(name, request, 'application/json')
    const { status, headers } = response
    return { status, headers, body: (await bodyOf(response)) as AnswerOf<Name> }
  }
  return {
    call: async (name, ...[request]) => (await answer(name, plain(request))).body,
    send: (name, ...[request]) => answer(name, plain(request)),
    items: async function* items<Name extends ListOperation>(name: Name, ...[request]: RequestArguments<Name>) {
      const { query, ...rest } = plain(request)
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const wanted = cursor === undefined ? query : { ...query, cursor }
        const page = (await answer(name, { ...rest, query: wanted })).body as unknown as {
          readonly items: readonly ItemOf<Name>[]
          readonly next: string | null
        }
        yield* page.items
        cursor = page.next
      }
    },
    stream: async function* stream(name, ...[request]) {
      const { body } = await respond(name, plain(request), 'text/event-stream')
      if (body !== null) yield* readEvents(body)
    },
  }
}

function plain(request: object | undefined): PlainRequest {
  return request ?? {}
}

async function bodyOf(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('application/json')) return response.json()
  if (type.startsWith('application/octet-stream')) return new Uint8Array(await response.arrayBuffer())
  const text = await response.text()
  return text === '' ? undefined : text
}

/** Puts the values into the path, none of which can leave its segment, and behind it. */
function addressOf(base: URL, path: string, { params = {}, query = {} }: PlainRequest): URL {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(Object.hasOwn(params, name) ? params[name] : '')
    if (value === '' || value === '.' || value === '..')
      throw new TypeError(`"${name}" cannot be ${JSON.stringify(value)}.`)
    return encodeURIComponent(value)
  })
  const address = new URL(`${base.pathname.replace(/\/$/, '')}${filled}`, base)
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) address.searchParams.set(name, String(value))
  return address
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}
