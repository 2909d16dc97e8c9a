import { stripVTControlCharacters } from 'node:util'

/** A program's output as a terminal would leave it. */
export interface FoldedText {
  readonly text: string
  /** True if parts were overwritten and are missing, such as earlier states of a progress bar. */
  readonly isFolded: boolean
}

/**
 * Takes escape sequences out of a text, keeps the last state of each line that a program has overwritten, and makes NUL visible.
 * Line ends of either kind stay as they are.
 */
export function foldTerminal(text: string): FoldedText {
  if (!hasControls(text)) return { text, isFolded: false }
  let isFolded = false
  const lines = stripVTControlCharacters(text)
    .split('\n')
    .map((line) => {
      const end = line.endsWith('\r') ? '\r' : ''
      const frames = line.slice(0, line.length - end.length).split('\r')
      const last = frames.findLast((frame) => frame.trim() !== '') ?? frames.at(-1) ?? ''
      if (frames.filter((frame) => frame.trim() !== '').length > 1) isFolded = true
      return visible(erased(last)) + (frames.length > 1 ? '' : end)
    })
  return { text: lines.join('\n'), isFolded }
}

function hasControls(text: string): boolean {
  return ['\u001b', '\u009b', '\r', '\b', '\0'].some((control) => text.includes(control))
}

/** Without the characters that a backspace takes back. */
function erased(line: string): string {
  if (!line.includes('\b')) return line
  const kept: string[] = []
  for (const character of line) {
    if (character === '\b') kept.pop()
    else kept.push(character)
  }
  return kept.join('')
}

function visible(line: string): string {
  return line.includes('\0') ? line.replaceAll('\0', '\\0') : line
}
