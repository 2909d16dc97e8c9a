import type { LineEnd } from '../edit/index.ts'

/** One line of a file. */
export interface FileLine {
  /** Position of its first character in the text, in UTF-16 units. */
  readonly start: number
  readonly text: string
  /** Empty for a last line without line end. */
  readonly end: LineEnd | ''
}

/** Every line of a text; what follows a final line feed is no line. */
export function fileLines(text: string): FileLine[] {
  const lines: FileLine[] = []
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf('\n', start)
    const stop = feed === -1 ? text.length : feed
    const end = feed === -1 ? '' : text[feed - 1] === '\r' && feed > start ? '\r\n' : '\n'
    lines.push({ start, text: text.slice(start, end === '\r\n' ? stop - 1 : stop), end })
    start = stop + 1
  }
  return lines
}

/** A line with its line end. */
export function wholeLine({ text, end }: FileLine): string {
  return text + end
}
