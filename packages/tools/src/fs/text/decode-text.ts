import type { TextEncoding } from './encoding.ts'

/** Bytes (without byte order mark) as text. Malformed UTF-8 becomes U+FFFD; the other encodings lose nothing but an odd last byte. */
export function decodeText(bytes: Uint8Array, encoding: TextEncoding): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  switch (encoding) {
    case 'utf-8':
      return buffer.toString('utf8')
    case 'utf-16le':
      return buffer.toString('utf16le')
    case 'utf-16be':
      return swapBytes(bytes).toString('utf16le')
    case 'latin-1':
      return buffer.toString('latin1')
    default:
      encoding satisfies never
      throw new TypeError(`Unknown encoding ${String(encoding)}`)
  }
}

/** A copy of UTF-16 with the two bytes of each unit changed over; an odd last byte is left out. */
export function swapBytes(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2))).swap16()
}
