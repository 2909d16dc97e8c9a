import { characterWidth, displayWidth } from './display-width.ts'

/** Breaks a text into lines of at most `width` cells, at blanks if possible. Only the blanks at breaks are removed. */
export function wrapText(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, Math.max(2, width)))
}

function wrapLine(line: string, width: number): string[] {
  const lines: string[] = []
  let current = ''
  for (const word of line.split(/(?<= )(?! )/)) {
    if (displayWidth((current + word).trimEnd()) <= width) {
      current += word
      continue
    }
    if (current !== '') lines.push(current.trimEnd())
    const pieces = cutCells(word, width)
    lines.push(...pieces.slice(0, -1))
    current = pieces.at(-1) ?? ''
  }
  lines.push(current.trimEnd())
  return lines
}

/** Cuts a text into pieces of at most `width` cells, wherever that falls. Joined they are the text. */
export function cutCells(text: string, width: number): string[] {
  const pieces: string[] = []
  let piece = ''
  let used = 0
  for (const character of text) {
    const cells = characterWidth(character)
    if (used + cells > width) {
      pieces.push(piece)
      piece = ''
      used = 0
    }
    piece += character
    used += cells
  }
  pieces.push(piece)
  return pieces
}
