import { styleText } from 'node:util'

/** The emphasis of text on a terminal. What it says is also said by words: without colour nothing is lost. */
export interface Style {
  strong(text: string): string
  faint(text: string): string
  good(text: string): string
  bad(text: string): string
  notice(text: string): string
}

/** Creates the emphasis of a terminal with or without colour. */
export function createStyle(colour: boolean): Style {
  const paint = (format: Parameters<typeof styleText>[0]) => (text: string) =>
    colour ? styleText(format, text, { validateStream: false }) : text
  return {
    strong: paint('bold'),
    faint: paint('dim'),
    good: paint('green'),
    bad: paint('red'),
    notice: paint('yellow'),
  }
}

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u

/** Returns the cells that a character takes on a terminal: none for combining marks and joiners, two for East Asian wide ones (UAX #11) and emoji. */
export function characterWidth(character: string): 0 | 1 | 2 {
  if (character.length === 1 && character < '\u0300') return 1
  if (/^[\p{M}\u200b-\u200d\u2060\ufeff]$/u.test(character)) return 0
  return wide.test(character) ? 2 : 1
}

/** Returns the cells that a text without controls takes on a terminal. */
export function displayWidth(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length
  let width = 0
  for (const character of text) width += characterWidth(character)
  return width
}

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
