import { isUtf8 } from 'node:buffer'
import { StringDecoder } from 'node:string_decoder'

const multiByteEncodings = ['gbk', 'gb18030', 'big5', 'euc-jp', 'iso-2022-jp', 'shift_jis', 'euc-kr'] as const

/** The encodings of the encoding standard other than UTF-8 and UTF-16, by their names there. */
export const legacyEncodings = [
  'ibm866',
  'iso-8859-2',
  'iso-8859-3',
  'iso-8859-4',
  'iso-8859-5',
  'iso-8859-6',
  'iso-8859-7',
  'iso-8859-8',
  'iso-8859-10',
  'iso-8859-13',
  'iso-8859-14',
  'iso-8859-15',
  'iso-8859-16',
  'koi8-r',
  'koi8-u',
  'macintosh',
  'windows-874',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'x-mac-cyrillic',
  ...multiByteEncodings,
] as const

export type LegacyEncoding = (typeof legacyEncodings)[number]

/** Encodings with characters of more than one byte. No byte of such a character is a line feed. */
export type MultiByteEncoding = (typeof multiByteEncodings)[number]

const multiByte: ReadonlySet<string> = new Set(multiByteEncodings)

export function isMultiByte(encoding: LegacyEncoding): encoding is MultiByteEncoding {
  return multiByte.has(encoding)
}

/** Returns the number of bytes of the character that begins at a byte. Only `iso-2022-jp` has states, and one byte for each here. */
function characterBytes(bytes: Uint8Array, at: number, encoding: LegacyEncoding): number {
  const lead = bytes[at] ?? 0
  if (lead < 0x80 || !isMultiByte(encoding)) return 1
  switch (encoding) {
    case 'shift_jis':
      return (lead > 0x80 && lead <= 0x9f) || (lead >= 0xe0 && lead <= 0xfc) ? 2 : 1
    case 'euc-jp':
      if (lead === 0x8f) return 3
      return lead === 0x8e || (lead >= 0xa1 && lead <= 0xfe) ? 2 : 1
    case 'big5':
    case 'euc-kr':
      return lead > 0x80 && lead <= 0xfe ? 2 : 1
    case 'gbk':
    case 'gb18030': {
      if (lead === 0x80 || lead === 0xff) return 1
      const next = bytes[at + 1] ?? 0
      return next >= 0x30 && next <= 0x39 ? 4 : 2
    }
    case 'iso-2022-jp':
      return 1
    default:
      return encoding satisfies never
  }
}

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

const lineFeed = 0x0a

const lowBits = 0x7f7f7f7f

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
    // A byte of `differs` is zero where a line feed stands; exactly its highest bit is set in `feeds` then.
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
