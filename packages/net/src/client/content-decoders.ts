import { Duplex, pipeline } from 'node:stream'
import zlib, { createInflate, createInflateRaw } from 'node:zlib'
import { NetError } from './net-error.ts'

/** Starts one decoder. */
export type DecoderFactory = () => Duplex

/** Codings that a response may stack; a longer list only multiplies work. */
const maxCodings = 2

/** Largest window that zstd may ask for as a content coding: 8 MiB (RFC 9659). */
const zstdWindowLog = 23

const factories: ReadonlyMap<string, DecoderFactory> = new Map<string, DecoderFactory>([
  ['gzip', () => zlib.createGunzip()],
  ['x-gzip', () => zlib.createGunzip()],
  ['deflate', inflateEither],
  ['br', () => zlib.createBrotliDecompress()],
  ['zstd', () => zlib.createZstdDecompress({ params: { [zlib.constants.ZSTD_d_windowLogMax]: zstdWindowLog } })],
])

/**
 * The decoders for a `Content-Encoding` value, in the order to apply them. Throws {@link NetError} for a coding that
 * was not offered, or too many of them.
 */
export function contentDecoders(contentEncoding = ''): readonly DecoderFactory[] {
  const codings = contentEncoding.split(',').map((coding) => coding.trim().toLowerCase())
  const applied = codings.filter((coding) => coding !== '' && coding !== 'identity')
  const known = applied.flatMap((coding) => factories.get(coding) ?? [])
  if (known.length < applied.length || known.length > maxCodings) {
    const shown = JSON.stringify(contentEncoding.slice(0, 80))
    throw new NetError(
      'unsupported_encoding',
      `The body has the content encoding ${shown}, which the request did not offer.`,
    )
  }
  return known.toReversed()
}

/** Decodes `deflate` as the standard has it (zlib, RFC 1950) and as some servers send it (raw, RFC 1951). */
function inflateEither(): Duplex {
  return Duplex.from(async function* inflate(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const chunks = source[Symbol.asyncIterator]()
    const first = await chunks.next()
    if (first.done) return
    const isZlib = ((first.value[0] ?? 0) & 0x0f) === 8
    const decoder = isZlib ? createInflate() : createInflateRaw()
    yield* pipeline(startingWith(first.value, chunks), decoder, () => {})
  })
}

async function* startingWith(
  first: Uint8Array,
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  yield first
  for (let step = await rest.next(); !step.done; step = await rest.next()) yield step.value
}
