import { afterBlanks, applyEdits, lineStartOf, type TextEdit, wholeLines } from './text-edit.ts'

/** The place of one element in a text. */
export interface ElementRange {
  readonly start: number
  readonly end: number
}

/**
 * Removes one element of a list that commas separate, with the comma that belongs to it. Comments stay.
 * @param commaAfter Returns the offset of the comma that follows an offset, if one does.
 */
export function removeElement(
  text: string,
  ranges: readonly ElementRange[],
  index: number,
  commaAfter: (text: string, offset: number) => number | undefined,
): string | undefined {
  const range = ranges[index]
  if (range === undefined) return undefined
  const own = commaAfter(text, range.end)
  const before = ranges[index - 1]
  const earlier = before === undefined ? undefined : commaAfter(text, before.end)
  const comma = own ?? earlier
  const isAdjacent = own !== undefined && text.slice(range.end, own).trim() === ''
  const end = isAdjacent ? own + 1 : range.end
  const edits: TextEdit[] = [{ ...tidy(text, range.start, end), text: '' }]
  if (comma !== undefined && !isAdjacent) edits.push({ start: comma, end: comma + 1, text: '' })
  return applyEdits(text, edits)
}

/** Takes the lines that would be empty, or the blanks that would stand twice. */
function tidy(text: string, start: number, end: number): ElementRange {
  const lines = wholeLines(text, start, end)
  if (lines.start !== start) return lines
  const isAtLineStart = text.slice(lineStartOf(text, start), start).trim() === ''
  const next = afterBlanks(text, end)
  const endsLine = next === text.length || text[next] === '\n' || text[next] === '\r'
  if (isAtLineStart || endsLine) return { start, end }
  return { start, end: next }
}
