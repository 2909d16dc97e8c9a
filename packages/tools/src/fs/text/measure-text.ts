import { characterBytes, type LegacyEncoding } from './legacy-encoding.ts'
import type { TextCodec } from './text-codec.ts'

/** A position of a text and the bytes of the body up to it. */
export interface Measured {
  readonly position: number
  readonly bytes: number
}

export interface MeasuredText {
  readonly text: string
  readonly body: Uint8Array
  readonly codec: TextCodec
}

/** Measures a text from a measured position up to a later one. */
export function measure({ text, body, codec }: MeasuredText, from: Measured, position: number): Measured {
  if (codec.encoding === 'utf-8' || codec.encoding === 'utf-16le' || codec.encoding === 'utf-16be') {
    return { position, bytes: from.bytes + Buffer.byteLength(text.slice(from.position, position)) }
  }
  let { position: at, bytes } = from
  // Line feeds are the same in text and bytes: only in the last line each character is looked at.
  for (let feed = text.indexOf('\n', at); feed !== -1 && feed < position; feed = text.indexOf('\n', at)) {
    at = feed + 1
    bytes = body.indexOf(0x0a, bytes) + 1
  }
  while (at < position) {
    const length = characterBytes(body, bytes, codec.encoding satisfies LegacyEncoding)
    at += length === 1 ? 1 : codec.decode(body.subarray(bytes, bytes + length)).length
    bytes += length
  }
  return { position: at, bytes }
}
