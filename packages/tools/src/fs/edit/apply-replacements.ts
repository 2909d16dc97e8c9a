import { unitBytes } from '../text/index.ts'
import { countLines, type SourceText } from './source-text.ts'
import { type EditFailure, editFailure, type Replacement } from './text-edit.ts'

/** Lines that changed, numbered from 1; the last line included. */
export interface ChangedRange {
  readonly oldStartLine: number
  readonly oldEndLine: number
  readonly newStartLine: number
  readonly newEndLine: number
}

/** New content and where it differs from the old. */
export interface AppliedChange {
  readonly status: 'applied'
  /** The new content, in pieces that follow one another: what stays is not copied. */
  readonly pieces: readonly Uint8Array[]
  readonly ranges: readonly ChangedRange[]
  /** In the order of the file. */
  readonly replacements: readonly Replacement[]
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
  const unit = unitBytes(source.format.encoding)
  const oldStartLine = source.lineAt(start)
  const oldEndLine = source.lineAt(Math.max(start, end - unit))
  const lineAfter = source.lineAt(end)
  const feeds = countLines(content, source.format.encoding)
  const endsLine = feeds > 0 && content[content.length - (source.format.encoding === 'utf-16le' ? 2 : 1)] === 0x0a
  const newStartLine = oldStartLine + shift
  return {
    range: { oldStartLine, oldEndLine, newStartLine, newEndLine: newStartLine + feeds - (endsLine ? 1 : 0) },
    addedLines: feeds - (lineAfter - oldStartLine),
  }
}

function overlap(source: SourceText, replacement: Replacement): EditFailure {
  const line = source.lineAt(replacement.start)
  const message = `Two edits change the same text on line ${line}. Join them into one edit, or leave one out.`
  return editFailure('ambiguous_edit', message, { data: { lines: [line] } })
}
