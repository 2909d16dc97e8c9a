import { headWithin, tailWithin, utf8Length } from './utf8.ts'

/** The largest size of one text that may be shown. */
export interface TextLimit {
  /** UTF-8. */
  readonly bytes: number
  readonly lines: number
}

/** A text that was shortened to a limit, and what is missing. */
export interface CutText {
  readonly head: string
  readonly tail: string
  readonly shownBytes: number
  readonly totalBytes: number
}

/** The head's share of the shown text. The beginning says what it is, the end how it turned out. */
const headShare = 0.6

/**
 * Returns the beginning and the end of a text that is over the limit, cut between characters and, if a line end is near, between
 * lines. Returns undefined if the whole text fits.
 */
export function cutText(text: string, { bytes, lines }: TextLimit): CutText | undefined {
  // A text of so few units cannot be over the limit, whatever its characters: the common case costs no count.
  const fitsBytes = text.length * 3 <= bytes || utf8Length(text) <= bytes
  if (fitsBytes && countLines(text, lines) <= lines) return undefined
  const headLines = Math.ceil(lines * headShare)
  const head = endAtLine(headWithin(firstLines(text, headLines), Math.floor(bytes * headShare)), text)
  const rest = text.slice(head.length)
  const tail = startAtLine(tailWithin(lastLines(rest, lines - headLines), Math.floor(bytes * (1 - headShare))), rest)
  return { head, tail, shownBytes: utf8Length(head) + utf8Length(tail), totalBytes: utf8Length(text) }
}

/** Counts no further than one past `most`. */
function countLines(text: string, most: number): number {
  let count = 1
  for (let at = text.indexOf('\n'); at >= 0 && count <= most; at = text.indexOf('\n', at + 1)) {
    if (at < text.length - 1) count += 1
  }
  return count
}

function firstLines(text: string, count: number): string {
  let end = 0
  for (let line = 0; line < count; line += 1) {
    const at = text.indexOf('\n', end)
    if (at < 0) return text
    end = at + 1
  }
  return text.slice(0, end)
}

function lastLines(text: string, count: number): string {
  let start = text.length
  for (let line = 0; line < count; line += 1) {
    const at = text.lastIndexOf('\n', start - 2)
    if (at < 0) return text
    start = at + 1
  }
  return text.slice(start)
}

/** A line end within this part of the piece is worth ending at. */
const nearShare = 0.2

function endAtLine(head: string, whole: string): string {
  if (head.length === whole.length) return head
  const at = head.lastIndexOf('\n')
  return at >= head.length * (1 - nearShare) ? head.slice(0, at + 1) : head
}

function startAtLine(tail: string, rest: string): string {
  if (tail.length === rest.length || rest[rest.length - tail.length - 1] === '\n') return tail
  const at = tail.indexOf('\n')
  return at >= 0 && at < tail.length * nearShare ? tail.slice(at + 1) : tail
}
