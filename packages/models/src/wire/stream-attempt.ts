import type { Clock } from '@drawbridge/core/base'
import { ModelError } from '@drawbridge/core/model'
import { type GuardedClient, type GuardedResponse, NetError } from '@drawbridge/net'
import { createParser } from 'eventsource-parser'
import { classifyFault } from './classify-fault.ts'
import type { WireEvent } from './wire-family.ts'

/** Time limits of one request, in milliseconds. `Infinity` for none. */
export interface ModelTimeouts {
  /** To resolve the name and to connect. */
  readonly connectMs: number
  /** From the request to the first event. */
  readonly firstMs: number
  /** The longest silence after that. */
  readonly idleMs: number
  /** For the whole answer. */
  readonly totalMs: number
}

/** One request over HTTP. */
export interface AttemptRequest {
  readonly client: GuardedClient
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly timeouts: ModelTimeouts
  readonly clock: Clock
  readonly signal: AbortSignal
}

/** The largest answer, in bytes with everything that the stream says around it. */
const maxBodyBytes = 256 * 1024 * 1024

/** The longest event, in characters. A picture in it has some millions. */
const maxEventCharacters = 32 * 1024 * 1024

/** The most bytes that are read of a page that reports an error. */
const maxErrorBytes = 256 * 1024

/** Sends a request and yields the events of its answer. Throws `ModelError`. The end of the stream may come before the end of the answer. */
export async function* streamAttempt(request: AttemptRequest): AsyncGenerator<WireEvent> {
  const { client, url, headers, body, timeouts, clock, signal } = request
  using watch = watchTime(timeouts, clock, signal)
  try {
    const outcome = await client.open({
      url,
      method: 'POST',
      headers: { accept: 'text/event-stream', 'content-type': 'application/json', ...headers },
      body,
      signal: watch.signal,
      redirect: 'manual',
      limits: { connectMs: timeouts.connectMs, headersMs: Infinity, idleMs: Infinity, totalMs: Infinity, maxBodyBytes },
    })
    if (outcome.type === 'error') throw outcome.error
    await using response = outcome.response
    if (response.status !== 200) throw await faultOf(response, clock.now())
    if (!/event-stream/i.test(response.headers.get('content-type') ?? '')) throw await unstreamed(response, clock.now())
    yield* events(response.body, watch.heard)
  } catch (error) {
    throw watch.reasonOf(error)
  }
}

async function* events(body: AsyncIterable<Uint8Array>, heard: () => void): AsyncGenerator<WireEvent> {
  const waiting: WireEvent[] = []
  let isTooLarge = false
  const parser = createParser({
    onEvent: ({ event, data }) => void waiting.push({ event, data }),
    onError: ({ type }) => {
      isTooLarge ||= type === 'max-buffer-size-exceeded'
    },
    maxBufferSize: maxEventCharacters,
  })
  const decoder = new TextDecoder()
  for await (const chunk of body) {
    heard()
    parser.feed(decoder.decode(chunk, { stream: true }))
    if (isTooLarge) throw new ModelError('network', 'The provider sent an event without an end.', { retryable: false })
    yield* waiting.splice(0)
  }
  // Some servers end without the empty line after their last event.
  parser.feed(`${decoder.decode()}\n\n`)
  yield* waiting.splice(0)
}

/** A server that does not stream sends one document, and some services report an error that way with the status 200. */
async function unstreamed(response: GuardedResponse, now: number): Promise<ModelError> {
  const text = await textOf(response)
  const body = parsed(text)
  if (body === undefined) {
    const what = /^\s*</.test(text) ? 'a page of HTML' : 'something else'
    return new ModelError(
      'network',
      `The provider sent ${what} in the place of a stream. Check the URL of the provider.`,
    )
  }
  return classifyFault({ text, body, now, headers: response.headers })
}

async function faultOf(response: GuardedResponse, now: number): Promise<ModelError> {
  const { status, headers } = response
  const text = await textOf(response)
  if (status >= 300 && status < 400) {
    return new ModelError(
      'network',
      `The provider redirects (${status}), which is not followed. Check the URL of the provider.`,
      { status },
    )
  }
  return classifyFault({ status, headers, text, body: parsed(text), now })
}

async function textOf({ body }: GuardedResponse): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    bytes += chunk.byteLength
    if (bytes > maxErrorBytes) break
  }
  return Buffer.concat(chunks).toString()
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value[0] : value
  } catch {
    return undefined
  }
}

/** The time limits of an attempt. */
interface TimeWatch extends Disposable {
  readonly signal: AbortSignal
  /** Says that something has arrived. */
  heard(): void
  /** Returns the error that an attempt ended with: ours, if a limit or the caller ended it. */
  reasonOf(error: unknown): ModelError
}

function watchTime({ firstMs, idleMs, totalMs }: ModelTimeouts, clock: Clock, outer: AbortSignal): TimeWatch {
  const controller = new AbortController()
  const onAbort = () => controller.abort(new ModelError('aborted', 'The caller aborted the request.'))
  const limit = (delayMs: number, what: string) =>
    Number.isFinite(delayMs)
      ? clock.after(
          delayMs,
          () => controller.abort(new ModelError('timeout', `${what} within ${delayMs} ms.`)),
          'kept-alive',
        )
      : undefined
  if (outer.aborted) onAbort()
  outer.addEventListener('abort', onAbort, { once: true })
  const total = limit(totalMs, 'The model had not answered')
  let silence = limit(firstMs, 'The model did not begin to answer')
  return {
    signal: controller.signal,
    heard: () => {
      silence?.[Symbol.dispose]()
      silence = limit(idleMs, 'The model sent nothing more')
    },
    reasonOf: (error) => {
      if (controller.signal.aborted && ModelError.isInstance(controller.signal.reason)) return controller.signal.reason
      if (ModelError.isInstance(error)) return error
      if (NetError.isInstance(error)) return netFault(error)
      throw error
    },
    [Symbol.dispose]: () => {
      outer.removeEventListener('abort', onAbort)
      total?.[Symbol.dispose]()
      silence?.[Symbol.dispose]()
    },
  }
}

function netFault(error: NetError): ModelError {
  const code = error.code === 'timeout' ? 'timeout' : error.reason === 'truncated_body' ? 'cut' : 'network'
  return new ModelError(code, error.message, { retryable: error.retryable }, { cause: error })
}
