import { Duplex, pipeline } from 'node:stream'
import { createInflate, createInflateRaw } from 'node:zlib'

/** Decodes `deflate` as the standard has it (zlib, RFC 1950) and as some servers send it (raw, RFC 1951). */
export function inflateEither(): Duplex {
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
