import { isUtf8 } from 'node:buffer'
import { StringDecoder } from 'node:string_decoder'
import type { LegacyEncoding } from './legacy-encoding.ts'

/** Turns a stream of chunks in any encoding, cut anywhere, into chunks of UTF-8. */
type Utf8Converter = (chunk: Uint8Array) => Uint8Array

/** The encodings that file tools read and write back unchanged, as the encoding standard names them. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | LegacyEncoding

/** One encoding. Bytes and texts are without byte order mark. */
export interface TextCodec {
  readonly encoding: TextEncoding
  /** Bytes of one code unit; a line feed takes as many. */
  readonly unitBytes: 1 | 2
  /** True if the bytes of a text, found at the start of a code unit, are that text; else they may lie across two characters. */
  readonly findsBytes: boolean
  /** False for an encoding in which a part of a file means nothing without what is before it. */
  readonly editable: boolean
  /** Malformed bytes become U+FFFD; an odd last byte of UTF-16 is left out. */
  decode(bytes: Uint8Array): string
  /** Undefined for bytes that mean nothing in the encoding. */
  decodeClean(bytes: Uint8Array): string | undefined
  /** Undefined for a text that the encoding cannot represent. */
  encode(text: string): Uint8Array | undefined
  stream(): Utf8Converter
}

export const utf8: TextCodec = {
  encoding: 'utf-8',
  unitBytes: 1,
  findsBytes: true,
  editable: true,
  decode: (bytes) => asBuffer(bytes).toString('utf8'),
  decodeClean: (bytes) => (isUtf8(bytes) ? asBuffer(bytes).toString('utf8') : undefined),
  encode: (text) => (text.isWellFormed() ? Buffer.from(text, 'utf8') : undefined),
  stream: () => (chunk) => chunk,
}

export const utf16le: TextCodec = utf16('utf-16le', (units) => units)
export const utf16be: TextCodec = utf16('utf-16be', (units) => Buffer.from(units).swap16())

function utf16(encoding: 'utf-16le' | 'utf-16be', order: (units: Buffer) => Buffer): TextCodec {
  const decode = (bytes: Uint8Array) =>
    order(asBuffer(bytes.subarray(0, bytes.length - (bytes.length % 2)))).toString('utf16le')
  return {
    encoding,
    unitBytes: 2,
    findsBytes: true,
    editable: true,
    decode,
    decodeClean: (bytes) => (bytes.length % 2 === 0 ? decode(bytes) : undefined),
    encode: (text) => order(Buffer.from(text, 'utf16le')),
    stream: () => utf16Converter(order),
  }
}

/** The decoder keeps half a surrogate pair for the next chunk; half a unit is kept here, since byte order is per unit. */
function utf16Converter(order: (units: Buffer) => Buffer): Utf8Converter {
  const decoder = new StringDecoder('utf16le')
  let rest = Buffer.alloc(0)
  return (chunk) => {
    const bytes = Buffer.concat([rest, chunk])
    const whole = bytes.length - (bytes.length % 2)
    rest = bytes.subarray(whole)
    return Buffer.from(decoder.write(order(bytes.subarray(0, whole))), 'utf8')
  }
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
