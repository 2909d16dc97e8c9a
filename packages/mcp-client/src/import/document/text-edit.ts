/** One replacement in a text: what stands from `start` up to `end` becomes `text`. */
export interface TextEdit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Applies edits that do not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const ordered = edits.toSorted((left, right) => left.start - right.start)
  let [result, position] = ['', 0]
  for (const { start, end, text: replacement } of ordered) {
    result += text.slice(position, start) + replacement
    position = end
  }
  return result + text.slice(position)
}

/** The line end of a text: that of its first line. */
export function lineEndOf(text: string): string {
  return /\r\n|\n/.exec(text)?.[0] ?? '\n'
}

/** The offset at which the line of an offset begins. */
export function lineStartOf(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1
}

/** The white space with which the line of an offset begins. */
export function indentationAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(lineStartOf(text, offset), offset))?.[0] ?? ''
}

/** The offset of the first character at or after `offset` that is neither a blank nor a tab. */
export function afterBlanks(text: string, offset: number): number {
  let end = offset
  while (text[end] === ' ' || text[end] === '\t') end += 1
  return end
}

/** The offset after the line end at `offset`; `offset` itself if there is none. */
function afterLineEnd(text: string, offset: number): number {
  if (text.startsWith('\r\n', offset)) return offset + 2
  return text[offset] === '\n' ? offset + 1 : offset
}

/** Widens a range over whole lines if they contain nothing else, so that its removal leaves no empty line. */
export function wholeLines(text: string, start: number, end: number): { readonly start: number; readonly end: number } {
  const lineStart = lineStartOf(text, start)
  const isFirst = text.slice(lineStart, start).trim() === ''
  const rest = afterBlanks(text, end)
  const lineEnd = afterLineEnd(text, rest)
  if (!isFirst || (lineEnd === rest && rest < text.length)) return { start, end }
  return { start: lineStart, end: lineEnd }
}
