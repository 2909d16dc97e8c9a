import type { Duplex } from 'node:stream'
import zlib from 'node:zlib'
import { inflateEither } from './inflate-either.ts'
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
    throw new NetError('unsupported_encoding', `The body has the content encoding ${shown}, which was not offered.`)
  }
  return known.toReversed()
}
