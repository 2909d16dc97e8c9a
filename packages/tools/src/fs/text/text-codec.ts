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
