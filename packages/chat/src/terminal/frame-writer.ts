import type { LiveArea } from '../view/render-live.ts'

/** The part of the terminal that was drawn last, above which the lines that stay are printed. */
export interface DrawnFrame {
  readonly lines: readonly string[]
  readonly cursor: LiveArea['cursor']
}

export const nothingDrawn: DrawnFrame = { lines: [], cursor: { row: 0, column: 0 } }

const hideCursor = '\u001b[?25l'
const showCursor = '\u001b[?25h'
/** Terminals that know it show the whole frame at once. */
const beginFrame = '\u001b[?2026h'
const endFrame = '\u001b[?2026l'
const clearBelow = '\u001b[J'
const clearRest = '\u001b[K'
/** Takes emphasis off, whatever a line left behind. */
const plain = '\u001b[0m'

/**
 * Returns what to write so that `printed` stays on the screen with the live area below it, given what was drawn before. Empty if
 * nothing changes. Pure.
 */
export function drawFrame(before: DrawnFrame, printed: readonly string[], live: LiveArea): string {
  const isSame =
    before.lines.length === live.lines.length && live.lines.every((line, index) => line === before.lines[index])
  const isCursorSame = before.cursor.row === live.cursor.row && before.cursor.column === live.cursor.column
  if (printed.length === 0 && isSame) {
    return isCursorSame ? '' : `${moveRows(live.cursor.row - before.cursor.row)}${toColumn(live.cursor.column)}`
  }
  const start = `${beginFrame}${hideCursor}${moveRows(-before.cursor.row)}\r`
  const end = `${moveRows(live.cursor.row - (live.lines.length - 1))}${toColumn(live.cursor.column)}${showCursor}${endFrame}`
  if (printed.length > 0) {
    const lines = [...printed, ...live.lines].map((line) => `${line}${plain}`)
    return `${start}${clearBelow}${lines.join('\r\n')}${end}`
  }
  const rows = live.lines.map((line, index) => (line === before.lines[index] ? '' : `\r${line}${plain}${clearRest}`))
  const rest = before.lines.length > live.lines.length ? clearBelow : ''
  return `${start}${rows.join('\r\n')}${rest === '' ? '' : `\r\n${rest}${moveRows(-1)}`}${end}`
}

/** Returns what to write so that the live area is gone and the cursor is at its beginning. Pure. */
export function eraseFrame(before: DrawnFrame): string {
  return `${moveRows(-before.cursor.row)}\r${clearBelow}${showCursor}`
}

function moveRows(rows: number): string {
  if (rows === 0) return ''
  return rows > 0 ? `\u001b[${rows}B` : `\u001b[${-rows}A`
}

function toColumn(column: number): string {
  return `\r${column === 0 ? '' : `\u001b[${column}C`}`
}
