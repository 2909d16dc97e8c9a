import { isAscii, isUtf8 } from 'node:buffer'
import {
  type LegacyEncoding,
  lastWholeUtf8,
  legacyEncodings,
  startsWith,
  type TextCodec,
  utf8,
  utf16be,
  utf16le,
} from './text-codec.ts'

/** The first bytes of a file that decide its encoding: the same for reading, editing and searching. */
export const formatProbeBytes = 64 * 1024

/** A NUL in this many first bytes makes a file binary. */
const binaryProbeBytes = 8 * 1024

/** The format of a file's bytes. */
export type ContentFormat = ({ readonly kind: 'text' } & TextFormat) | { readonly kind: 'binary' }

/** The encoding of a file's text, and the length of its byte order mark. */
export interface TextFormat {
  readonly codec: TextCodec
  /** 0 if there is none. */
  readonly bomBytes: number
}

/**
 * Judges a file by its first bytes: a byte order mark decides; else a NUL in the first 8 KiB is binary, and what is UTF-8 with other
 * characters than ASCII is UTF-8. Else the encoding that the file names counts, if its bytes are text in it, and otherwise the one in
 * which it reads best; `windows-1252` gives every byte a character and so loses none.
 * A `head` shorter than the file's `totalBytes` may be cut inside a character. UTF-16 is only recognised by its mark.
 */
export async function detectFormat(head: Uint8Array, totalBytes: number): Promise<ContentFormat> {
  const format = formatAtOnce(head, totalBytes)
  if (format !== undefined) return format
  const probe = head.length < totalBytes ? wholeLines(head) : head
  const { legacyCodec } = await import('./legacy-codec.ts')
  const declared = legacyName(declaredEncoding(head))
  if (declared !== undefined && legacyCodec(declared).decodeClean(probe) !== undefined) {
    return { kind: 'text', codec: legacyCodec(declared), bomBytes: 0 }
  }
  if (hasEscapes(head)) return { kind: 'text', codec: legacyCodec('iso-2022-jp'), bomBytes: 0 }
  if (isAscii(head)) return { kind: 'text', codec: utf8, bomBytes: 0 }
  const { guessEncoding } = await import('./guess-encoding.ts')
  return { kind: 'text', codec: legacyCodec(guessEncoding(probe)), bomBytes: 0 }
}

/** The format of a file that needs no other codecs than those of Unicode; undefined for one that may. */
export function formatAtOnce(head: Uint8Array, totalBytes: number): ContentFormat | undefined {
  const text = (codec: TextCodec, bomBytes: number) => ({ kind: 'text', codec, bomBytes }) as const
  if (startsWith(head, [0xef, 0xbb, 0xbf])) return text(utf8, 3)
  if (startsWith(head, [0xff, 0xfe, 0, 0])) return { kind: 'binary' }
  if (startsWith(head, [0xff, 0xfe])) return text(utf16le, 2)
  if (startsWith(head, [0xfe, 0xff])) return text(utf16be, 2)
  if (head.subarray(0, binaryProbeBytes).includes(0)) return { kind: 'binary' }
  const whole = head.length < totalBytes ? head.subarray(0, lastWholeUtf8(head)) : head
  if (!isUtf8(whole)) return undefined
  const isPlain = isAscii(whole) && (legacyName(declaredEncoding(head)) !== undefined || hasEscapes(head))
  return isPlain ? undefined : text(utf8, 0)
}

/** Labels of the standard that stand for another encoding of it. */
const standFor: ReadonlyMap<string, LegacyEncoding> = new Map([
  ['iso-8859-1', 'windows-1252'],
  ['iso8859-1', 'windows-1252'],
  ['latin1', 'windows-1252'],
  ['cp1252', 'windows-1252'],
  ['iso-8859-9', 'windows-1254'],
  ['iso-8859-11', 'windows-874'],
  ['tis-620', 'windows-874'],
  ['cp1250', 'windows-1250'],
  ['cp1251', 'windows-1251'],
  ['gb2312', 'gbk'],
  ['cp866', 'ibm866'],
  ['sjis', 'shift_jis'],
  ['windows-31j', 'shift_jis'],
  ['ms932', 'shift_jis'],
  ['big5-hkscs', 'big5'],
  ['ks-c-5601-1987', 'euc-kr'],
  ['windows-949', 'euc-kr'],
  ['koi8', 'koi8-r'],
  ['iso-8859-15', 'iso-8859-15'],
  ['latin-9', 'iso-8859-15'],
])

function legacyName(name: string | undefined): LegacyEncoding | undefined {
  return name === undefined ? undefined : (standFor.get(name) ?? legacyEncodings.find((encoding) => encoding === name))
}

/** Returns true for the escape sequences with which `iso-2022-jp` begins Japanese. */
function hasEscapes(head: Uint8Array): boolean {
  if (!head.includes(0x1b)) return false
  const text = Buffer.from(head).toString('latin1')
  return text.includes('\u001b$B') || text.includes('\u001b$@')
}

/** Without a last line that may be cut inside a character. */
function wholeLines(head: Uint8Array): Uint8Array {
  const end = head.lastIndexOf(0x0a)
  return end < 0 ? head : head.subarray(0, end + 1)
}

/**
 * The length of a document's beginning in which its declaration of an encoding is searched for, in bytes (HTML standard, "prescan a
 * byte stream").
 */
export const prescanBytes = 1024

/** The declaration of an XML document. */
export const xmlEncoding = /^\s*<\?xml[^>]+encoding\s*=\s*["']([\w:.-]+)["']/i
/** The declaration of an HTML document. */
export const metaCharset = /<meta[^>]+charset\s*=\s*["']?\s*([\w:.-]+)/i

const declarations: readonly RegExp[] = [
  xmlEncoding,
  metaCharset,
  /^@charset "([\w:.-]+)";/i,
  // A comment in one of the first two lines, as Python, Ruby, Emacs and Vim read it.
  /^(?:[^\n]*\n)?[ \t\f]*(?:#|\/\/|\/\*|;|"|--|%|<!--)[^\n]{0,200}?coding[:=][ \t]*([\w.-]+)/,
]

/** Names that the encoding standard has not, but languages and editors use. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ['latin-1', 'windows-1252'],
  ['iso-latin-1', 'windows-1252'],
  ['cp932', 'shift_jis'],
  ['cp936', 'gbk'],
  ['cp949', 'euc-kr'],
  ['cp950', 'big5'],
  ['cp65001', 'utf-8'],
  ['utf-8-sig', 'utf-8'],
])

/** Returns the name that the head of a file gives its encoding, in lower case; undefined if it gives none. */
function declaredEncoding(head: Uint8Array): string | undefined {
  const text = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, prescanBytes)).toString('latin1')
  if (!/coding|charset/i.test(text)) return undefined
  for (const declaration of declarations) {
    const name = declaration.exec(text)?.[1]?.toLowerCase()
    if (name === undefined) continue
    // Emacs adds the kind of line ends.
    const plain = name.replace(/-(unix|dos|mac)$/, '').replaceAll('_', '-')
    return otherNames.get(plain) ?? (plain === 'shift-jis' ? 'shift_jis' : plain)
  }
  return undefined
}

/** The bytes of new content, or why the file's encoding cannot represent it. */
export type EncodedContent =
  | { readonly status: 'encoded'; readonly bytes: Uint8Array }
  | { readonly status: 'refused'; readonly message: string }

export interface ContentToEncode {
  readonly path: string
  readonly content: string
  /** The format of the present file; undefined if there is none. */
  readonly format: ContentFormat | undefined
  readonly append: boolean
}

const byteOrderMark = '\ufeff'

/**
 * Encodes whole or added content like the file that has been there, with its byte order mark; UTF-8 for a new or binary file, and where
 * the content says of itself that it is UTF-8.
 */
export function encodeContent({ path, content, format, append }: ContentToEncode): EncodedContent {
  const isRenamed = !append && declaredEncoding(Buffer.from(content.slice(0, 1024)))?.replace('-', '') === 'utf8'
  const kept = format?.kind === 'text' && !isRenamed ? format : { codec: utf8, bomBytes: 0 }
  const hasMark = kept.bomBytes > 0 && !append && !content.startsWith(byteOrderMark)
  const bytes = kept.codec.encode(hasMark ? byteOrderMark + content : content)
  if (bytes !== undefined) return { status: 'encoded', bytes }
  const { encoding } = kept.codec
  const character = unencodable(content, kept.codec)
  const advice = content.isWellFormed()
    ? `Use characters of that encoding only${append ? '' : ', or delete the file first to store it as UTF-8'}.`
    : 'A character outside the basic plane has two halves: send both.'
  const where = format === undefined ? 'The content' : `"${path}" is stored as ${encoding}, which`
  const what = format === undefined ? `has ${character}, which is not text` : `cannot represent ${character}`
  return { status: 'refused', message: `${where} ${what}. ${advice}` }
}

/** Names the first character of a text that an encoding cannot represent. */
export function unencodable(text: string, { encode }: { encode(text: string): Uint8Array | undefined }): string {
  const character = [...text].find((each) => encode(each) === undefined) ?? ''
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  return character.isWellFormed() ? `"${character}" (U+${code})` : `half a character (U+${code})`
}
