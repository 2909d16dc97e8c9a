import { StringDecoder } from 'node:string_decoder'
import type { TextEncoding } from './encoding.ts'

/** Turns a stream of chunks in any encoding, cut anywhere, into chunks of UTF-8. */
export type Utf8Converter = (chunk: Uint8Array) => Uint8Array

export function createUtf8Converter(encoding: TextEncoding): Utf8Converter {
  switch (encoding) {
    case 'utf-8':
      return (chunk) => chunk
    case 'latin-1':
      return (chunk) => Buffer.from(asBuffer(chunk).toString('latin1'), 'utf8')
    case 'utf-16le':
      return utf16Converter((pair) => pair)
    case 'utf-16be':
      return utf16Converter((pair) => Buffer.from(pair).swap16())
    default:
      encoding satisfies never
      throw new TypeError(`Unknown encoding ${String(encoding)}`)
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
