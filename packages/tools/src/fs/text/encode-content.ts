import { declaredEncoding } from './declared-encoding.ts'
import { utf8 } from './text-codec.ts'
import type { ContentFormat } from './text-format.ts'

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
