import { isUtf8 } from 'node:buffer'
import { StringDecoder } from 'node:string_decoder'

/** Turns a stream of chunks in any encoding, cut anywhere, into chunks of UTF-8. */
type Utf8Converter = (chunk: Uint8Array) => Uint8Array

const lineFeed = 0x0a

const lowBits = 0x7f7f7f7f

/** The length of a file's beginning that decides its encoding, in bytes: the same for reading and editing. */
export const formatProbeBytes = 64 * 1024

/** A NUL in this many first bytes makes a file binary. */
const binaryProbeBytes = 8 * 1024

/** The format of a file's bytes. */
type ContentFormat = ({ readonly kind: 'text' } & TextFormat) | { readonly kind: 'binary' }

/** The encodings that file tools read and write back unchanged. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'latin-1'

/** The format in which a file's text is stored: the encoding and the length of its byte order mark. */
export interface TextFormat {
  readonly encoding: TextEncoding
  /** 0 if there is none. */
  readonly bomBytes: number
}

/** Bytes of one code unit; a line feed takes as many. */
export function unitBytes(encoding: TextEncoding): 1 | 2 {
  return encoding === 'utf-16le' || encoding === 'utf-16be' ? 2 : 1
}

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
function swapBytes(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2))).swap16()
}

/** Encodes text without byte order mark; returns undefined if the encoding cannot represent it. */
export function encodeText(text: string, encoding: TextEncoding): Uint8Array | undefined {
  switch (encoding) {
    case 'utf-8':
      return text.isWellFormed() ? Buffer.from(text, 'utf8') : undefined
    case 'utf-16le':
      return Buffer.from(text, 'utf16le')
    case 'utf-16be':
      return swapBytes(Buffer.from(text, 'utf16le'))
    case 'latin-1':
      return isLatin1(text) ? Buffer.from(text, 'latin1') : undefined
    default:
      encoding satisfies never
      throw new TypeError(`Unknown encoding ${String(encoding)}`)
  }
}

function isLatin1(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (text.charCodeAt(index) > 0xff) return false
  }
  return true
}

/**
 * Judges a file by its first bytes: a byte order mark decides; else a NUL in the first 8 KiB is binary, valid UTF-8 is UTF-8,
 * and anything else is read as Latin-1, which gives every byte a character and so loses none.
 * A `head` shorter than the file's `totalBytes` may be cut inside a character. UTF-16 is only recognised by its mark.
 */
export function detectFormat(head: Uint8Array, totalBytes: number): ContentFormat {
  if (startsWith(head, [0xef, 0xbb, 0xbf])) return { kind: 'text', encoding: 'utf-8', bomBytes: 3 }
  if (startsWith(head, [0xff, 0xfe, 0, 0])) return { kind: 'binary' }
  if (startsWith(head, [0xff, 0xfe])) return { kind: 'text', encoding: 'utf-16le', bomBytes: 2 }
  if (startsWith(head, [0xfe, 0xff])) return { kind: 'text', encoding: 'utf-16be', bomBytes: 2 }
  if (head.subarray(0, binaryProbeBytes).includes(0)) return { kind: 'binary' }
  const whole = head.length < totalBytes ? head.subarray(0, lastWholeUtf8(head)) : head
  const encoding = isUtf8(whole) ? 'utf-8' : 'latin-1'
  return { kind: 'text', encoding, bomBytes: 0 }
}

export function startsWith(bytes: Uint8Array, prefix: readonly number[]): boolean {
  return bytes.length >= prefix.length && prefix.every((byte, index) => bytes[index] === byte)
}

/**
 * Counts the line feeds in a range of bytes. Four bytes at a time: most lines are short, so searching for each is
 * slower.
 */
export function countLineFeeds(bytes: Uint8Array, start = 0, end: number = bytes.length): number {
  const firstWord = Math.min(end, start + ((4 - ((bytes.byteOffset + start) % 4)) % 4))
  const wordCount = (end - firstWord) >> 2
  if (wordCount === 0) return countOneByOne(bytes, start, end)
  const words = new Int32Array(bytes.buffer, bytes.byteOffset + firstWord, wordCount)
  const lastByte = firstWord + wordCount * 4
  return countOneByOne(bytes, start, firstWord) + countInWords(words) + countOneByOne(bytes, lastByte, end)
}

function countInWords(words: Int32Array): number {
  let count = 0
  for (let index = 0; index < words.length; index += 1) {
    // A byte of `differs` is zero at a line feed; exactly its highest bit is set in `feeds` then.
    const differs = (words[index] ?? 0) ^ 0x0a0a0a0a
    const feeds = ~(((differs & lowBits) + lowBits) | 0 | differs | lowBits)
    if (feeds !== 0) count += Math.imul(feeds >>> 7, 0x01010101) >>> 24
  }
  return count
}

function countOneByOne(bytes: Uint8Array, start: number, end: number): number {
  let count = 0
  for (let at = start; at < end; at += 1) if (bytes[at] === lineFeed) count += 1
  return count
}

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

/**
 * Returns the largest cut point at or before `end` that is not inside a UTF-8 character. Bytes that are not UTF-8 are
 * cut at `end`.
 */
export function utf8Boundary(bytes: Uint8Array, end: number): number {
  if (end >= bytes.length) return bytes.length
  for (let start = end; start >= Math.max(0, end - 3); start -= 1) {
    if (!isContinuation(bytes[start] ?? 0)) return start
  }
  return end
}

/** The end of the last whole character of a piece that was cut anywhere. */
export function lastWholeUtf8(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(4, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    if (isContinuation(byte)) continue
    return back < sequenceLength(byte) ? bytes.length - back : bytes.length
  }
  return bytes.length
}

/** The start of the first whole character of a piece that was cut anywhere. */
export function firstWholeUtf8(bytes: Uint8Array): number {
  let start = 0
  while (start < Math.min(3, bytes.length) && isContinuation(bytes[start] ?? 0)) start += 1
  return start
}

function isContinuation(byte: number): boolean {
  return (byte & 0b1100_0000) === 0b1000_0000
}

function sequenceLength(lead: number): number {
  if (lead >= 0xf0) return 4
  if (lead >= 0xe0) return 3
  return lead >= 0xc0 ? 2 : 1
}
