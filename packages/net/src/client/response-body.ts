import type { IncomingMessage } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import type { ClientLimits } from './client-limits.ts'
import { contentDecoders, type DecoderFactory } from './content-decoders.ts'
import { NetError } from './net-error.ts'
import { within } from './within.ts'

export interface BodyOptions {
  readonly limits: ClientLimits
  readonly signal: AbortSignal
  /** True if the response has no body, regardless of its headers (HEAD, 204, 304). */
  readonly bodyless: boolean
}

/** Below this many decoded bytes the ratio says nothing: short repetitive pages compress without limit. */
const ratioFloorBytes = 1024 * 1024

/**
 * The decoded body within its limits. Iterating throws {@link NetError} when a limit is hit, the server breaks off or
 * the signal aborts. Throws at once for a body that is announced as too large or in an unknown encoding.
 */
export function responseBody(message: IncomingMessage, options: BodyOptions): AsyncIterable<Uint8Array> {
  if (options.bodyless) return received(message, { bytes: 0 }, options)
  const announced = Number(message.headers['content-length'] ?? 0)
  if (announced > options.limits.maxBodyBytes) throw tooLarge(`announced with ${announced} bytes`, options.limits)
  const decoders = contentDecoders(message.headers['content-encoding'])
  const wire = { bytes: 0 }
  const chunks = received(message, wire, options)
  return decoders.length === 0 ? chunks : decoded(chunks, decoders, wire, options)
}

/** Bytes as they come, counted and never waited for longer than allowed; time that the reader takes does not count. */
async function* received(
  message: IncomingMessage,
  wire: { bytes: number },
  { limits, signal }: BodyOptions,
): AsyncGenerator<Uint8Array, void, undefined> {
  const chunks = message[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>
  const onTimeout = (): NetError => new NetError('idle_timeout', `The body paused for more than ${limits.idleMs} ms.`)
  try {
    for (;;) {
      const step = await within(chunks.next().catch(brokenOff), { signal, limitMs: limits.idleMs, onTimeout })
      if (step.done) return
      wire.bytes += step.value.byteLength
      if (wire.bytes > limits.maxBodyBytes) throw tooLarge('larger', limits)
      yield step.value
    }
  } finally {
    message.destroy()
  }
}

async function* decoded(
  chunks: AsyncIterable<Uint8Array>,
  decoders: readonly DecoderFactory[],
  wire: { readonly bytes: number },
  { limits }: BodyOptions,
): AsyncGenerator<Uint8Array, void, undefined> {
  const source = Readable.from(chunks, { objectMode: false })
  const plain = decoders.reduce<Readable>((coded, create) => pipeline(coded, create(), () => {}), source)
  let bytes = 0
  try {
    for await (const chunk of plain as AsyncIterable<Uint8Array>) {
      bytes += chunk.byteLength
      if (bytes > limits.maxBodyBytes) throw tooLarge('larger once decompressed', limits)
      if (bytes > ratioFloorBytes && bytes > wire.bytes * limits.maxCompressionRatio) {
        throw new NetError(
          'compression_ratio',
          `The body grows more than ${limits.maxCompressionRatio} times its size.`,
        )
      }
      yield chunk
    }
  } catch (cause) {
    throw NetError.isInstance(cause) ? cause : decodingError(cause)
  } finally {
    plain.destroy()
  }
}

function brokenOff(cause: unknown): never {
  throw new NetError('truncated_body', 'The server closed the connection before the end of the body.', { cause })
}

function decodingError(cause: unknown): NetError {
  const truncated = cause instanceof Error && /unexpected end of file/i.test(cause.message)
  return truncated
    ? new NetError('truncated_body', 'The compressed body ends too early.', { cause })
    : new NetError('undecodable_body', 'The body is not in the encoding that its headers name.', { cause })
}

function tooLarge(what: string, { maxBodyBytes }: ClientLimits): NetError {
  return new NetError('body_too_large', `The body is ${what}; the limit is ${maxBodyBytes} bytes.`)
}
