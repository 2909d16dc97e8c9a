import type { OutcomeCode } from '@drawbridge/core'
import { countLineFeeds, type Measured, measure, type TextCodec } from '../text/text-codec.ts'
import { detectFormat, formatProbeBytes, type TextFormat } from '../text/text-format.ts'

/** Lines that changed, numbered from 1; the last line included. */
export interface ChangedRange {
  readonly oldStartLine: number
  readonly oldEndLine: number
  readonly newStartLine: number
  readonly newEndLine: number
}

/** New content, and the range in which it differs from the old. */
export interface AppliedChange {
  readonly status: 'applied'
  /** The new content, in pieces that follow one another: what stays is not copied. */
  readonly pieces: readonly Uint8Array[]
  readonly ranges: readonly ChangedRange[]
  /** In the order of the file. */
  readonly replacements: readonly Replacement[]
}

/** One wish of a model: this text, found exactly once (or everywhere), becomes that text. */
export interface TextEdit {
  readonly old: string
  readonly new: string
  readonly replaceAll: boolean
}

/**
 * The ways to find old text, strictest first. Each also tolerates what the previous ones do.
 * - `exact`: byte for byte.
 * - `line_ends`: `\n` against `\r\n`, a byte order mark at the front.
 * - `blanks_and_typography`: blanks at line ends; quotes, dashes and spaces of the same width in other Unicode forms.
 * - `indentation`: every line shifted by the same leading blanks.
 */
export type MatchStrategy = 'exact' | 'line_ends' | 'blanks_and_typography' | 'indentation'

/** Bytes of a file that give way to other bytes. Everything outside stays as it is. */
export interface Replacement {
  /** First byte. */
  readonly start: number
  /** Byte after the last. */
  readonly end: number
  readonly content: Uint8Array
}

/** The reason that nothing was changed, written for the model. */
export interface EditFailure {
  readonly status: 'failed'
  readonly code: OutcomeCode
  /** Our words alone. */
  readonly message: string
  /** Text of the file that explains the failure: shown separately from our message. */
  readonly excerpt?: string
  readonly data?: unknown
}

/** The effect of an edit on a file, known before anything is written. */
export interface PlannedEdit {
  readonly status: 'planned'
  readonly source: SourceText
  readonly change: AppliedChange
  /** The strategies that found each edit's text. */
  readonly strategies: readonly (MatchStrategy | 'unified_diff' | 'create')[]
}

export type LineEnd = '\n' | '\r\n'

const nearBytes = 64 * 1024

/** The content of a text file as bytes, and as text if the two map to each other without loss. */
export interface SourceText {
  readonly bytes: Uint8Array
  readonly format: TextFormat
  /**
   * Returns the text after the byte order mark; undefined if some bytes are not valid in the encoding. Decoded at the
   * first use.
   */
  text(): string | undefined
  /** The byte that a position in `text()` stands for. Fast for rising positions. */
  byteOffset(position: number): number
  /** Returns undefined if the file's encoding cannot represent the text. */
  encode(text: string): Uint8Array | undefined
  /** Returns the number (from 1) of the line that contains a byte. Fast for rising offsets. */
  lineAt(byteOffset: number): number
}

/** Resolves to undefined for a binary file. */
export async function openSource(bytes: Uint8Array): Promise<SourceText | undefined> {
  const format = await detectFormat(bytes.subarray(0, formatProbeBytes), bytes.length)
  return format.kind === 'binary' ? undefined : createSource(bytes, format)
}

/** The content of a file of which the encoding is known. */
export function createSource(bytes: Uint8Array, { codec, bomBytes }: TextFormat): SourceText {
  const body = bytes.subarray(bomBytes)
  let measured: Measured = { position: 0, bytes: 0 }
  let decoded: { readonly text: string | undefined } | undefined

  function text(): string | undefined {
    decoded ??= { text: codec.editable ? codec.decodeClean(body) : undefined }
    return decoded.text
  }

  return {
    bytes,
    format: { codec, bomBytes },
    text,
    byteOffset(position) {
      if (codec.encoding !== 'utf-8' && codec.findsBytes) return bomBytes + position * codec.unitBytes
      if (position < measured.position) measured = { position: 0, bytes: 0 }
      measured = measure({ text: text() ?? '', body, codec }, measured, position)
      return bomBytes + measured.bytes
    },
    encode: codec.encode,
    lineAt: createLineLocator(bytes, codec),
  }
}

/** Counts line feeds up to rising offsets, each byte once. */
function createLineLocator(bytes: Uint8Array, codec: TextCodec): (byteOffset: number) => number {
  let counted = 0
  let line = 1
  return (byteOffset) => {
    if (byteOffset < counted) {
      counted = 0
      line = 1
    }
    line += countLines(bytes.subarray(counted, byteOffset), codec)
    counted = byteOffset
    return line
  }
}

/** Returns the number of line feeds in bytes that begin at a code unit. */
function countLines(bytes: Uint8Array, codec: TextCodec): number {
  if (codec.unitBytes === 1) return countLineFeeds(bytes)
  return codec.decode(bytes).split('\n').length - 1
}

/** Returns the start of the line that contains a byte. */
export function lineStartAt(source: SourceText, offset: number): number {
  const unit = source.format.codec.unitBytes
  let start = offset
  while (start > source.format.bomBytes && !isLineFeed(source, start - unit)) start -= unit
  return start
}

/** The byte behind the line feed that ends the line of a byte, or the end of the file. */
export function lineEndAt(source: SourceText, offset: number): number {
  const unit = source.format.codec.unitBytes
  let end = offset
  while (end < source.bytes.length && !isLineFeed(source, end)) end += unit
  return Math.min(source.bytes.length, end + unit)
}

/** Returns true if the code unit at a byte is a line feed. */
export function isLineFeed(source: SourceText, at: number): boolean {
  const { bytes, format } = source
  switch (format.codec.encoding) {
    case 'utf-16le':
      return bytes[at] === 0x0a && bytes[at + 1] === 0
    case 'utf-16be':
      return bytes[at] === 0 && bytes[at + 1] === 0x0a
    default:
      return bytes[at] === 0x0a
  }
}

export function toLineFeeds(text: string): string {
  return text.replaceAll('\r\n', '\n')
}

/** Writes the n-th line end of a text as `endOf(n)`, counted from 0. */
export function withLineEnds(text: string, endOf: (index: number) => LineEnd): string {
  const [first = '', ...rest] = toLineFeeds(text).split('\n')
  return rest.reduce((written, line, index) => written + endOf(index) + line, first)
}

/** The line ends of a text in order. */
export function lineEndsOf(text: string): LineEnd[] {
  return Array.from(text.matchAll(/\r?\n/g), ([end]) => end as LineEnd)
}

/**
 * The line end that a file uses around a byte: that of the same line, else the one before it. `\n` in a file of one line.
 * Looked for in the neighbourhood only, so that it costs nothing in a big file.
 */
export function lineEndNear(source: SourceText, start: number, end: number): LineEnd {
  const feed = source.encode('\n') ?? new Uint8Array()
  const crlf = source.encode('\r\n') ?? new Uint8Array()
  const lineEndAt = (at: number): LineEnd =>
    Buffer.compare(source.bytes.subarray(at - feed.length, at + feed.length), crlf) === 0 ? '\r\n' : '\n'
  const after = asBuffer(source.bytes.subarray(end, end + nearBytes)).indexOf(feed)
  if (after !== -1) return lineEndAt(end + after)
  const from = Math.max(source.format.bomBytes, start - nearBytes)
  const before = asBuffer(source.bytes.subarray(from, start)).lastIndexOf(feed)
  return before === -1 ? '\n' : lineEndAt(from + before)
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Makes an {@link EditFailure}. */
export function editFailure(
  code: OutcomeCode,
  message: string,
  details: Pick<EditFailure, 'excerpt' | 'data'> = {},
): EditFailure {
  return { status: 'failed', code, message, ...details }
}

/** Puts replacements into a file, all or none. Bytes outside them are the same before and after. */
export function applyReplacements(
  source: SourceText,
  replacements: readonly Replacement[],
): AppliedChange | EditFailure {
  const ordered = replacements.toSorted((left, right) => left.start - right.start || left.end - right.end)
  const pieces: Uint8Array[] = []
  const ranges: ChangedRange[] = []
  let position = 0
  let shift = 0
  for (const replacement of ordered) {
    if (replacement.start < position) return overlap(source, replacement)
    pieces.push(source.bytes.subarray(position, replacement.start), replacement.content)
    position = replacement.end
    const { range, addedLines } = rangeOf(source, replacement, shift)
    ranges.push(range)
    shift += addedLines
  }
  pieces.push(source.bytes.subarray(position))
  if (isSame(pieces, source.bytes)) {
    return editFailure('validation_error', 'The edit would change nothing: the file already has these bytes.')
  }
  return { status: 'applied', pieces, ranges, replacements: ordered }
}

/** Compared as a whole: several replacements may cancel each other out. */
function isSame(pieces: readonly Uint8Array[], bytes: Uint8Array): boolean {
  let position = 0
  for (const piece of pieces) {
    if (Buffer.compare(piece, bytes.subarray(position, position + piece.length)) !== 0) return false
    position += piece.length
  }
  return position === bytes.length
}

function rangeOf(source: SourceText, { start, end, content }: Replacement, shift: number) {
  const unit = source.format.codec.unitBytes
  const oldStartLine = source.lineAt(start)
  const oldEndLine = source.lineAt(Math.max(start, end - unit))
  const lineAfter = source.lineAt(end)
  const feeds = countLines(content, source.format.codec)
  const endsLine = feeds > 0 && content[content.length - (source.format.codec.encoding === 'utf-16le' ? 2 : 1)] === 0x0a
  const newStartLine = oldStartLine + shift
  return {
    range: { oldStartLine, oldEndLine, newStartLine, newEndLine: newStartLine + feeds - (endsLine ? 1 : 0) },
    addedLines: feeds - (lineAfter - oldStartLine),
  }
}

function overlap(source: SourceText, replacement: Replacement): EditFailure {
  const line = source.lineAt(replacement.start)
  const message = `Two edits change the same text on line ${line}. Combine them into one edit, or leave one out.`
  return editFailure('ambiguous_edit', message, { data: { lines: [line] } })
}

/** Returns the bytes from `start` to `end` after the replacements in that range, in order. */
export function applyWithin(
  { bytes }: Pick<SourceText, 'bytes'>,
  {
    start,
    end,
    replacements,
  }: { readonly start: number; readonly end: number; readonly replacements: readonly Replacement[] },
): Uint8Array {
  const pieces: Uint8Array[] = []
  let position = start
  for (const replacement of replacements) {
    pieces.push(bytes.subarray(position, replacement.start), replacement.content)
    position = replacement.end
  }
  return Buffer.concat([...pieces, bytes.subarray(position, end)])
}
