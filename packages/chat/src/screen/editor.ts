import type { ControlName } from '../keys/key.ts'

/** Text that is being written, with the place of the cursor. */
export interface Editor {
  /** At least one. */
  readonly lines: readonly string[]
  readonly row: number
  /** In UTF-16 units of its line; never inside of a character as a person sees it. */
  readonly column: number
}

export const emptyEditor: Editor = { lines: [''], row: 0, column: 0 }

/** Returns an editor with this text and the cursor at its end. */
export function editorOf(text: string): Editor {
  const lines = text.split('\n')
  return { lines, row: lines.length - 1, column: lines.at(-1)?.length ?? 0 }
}

export function textOf({ lines }: Editor): string {
  return lines.join('\n')
}

export function isEmpty({ lines }: Editor): boolean {
  return lines.length === 1 && lines[0] === ''
}

/** Inserts text, with line breaks or without, at the cursor. Pure. */
export function insertText(editor: Editor, text: string): Editor {
  const { lines, row, column } = editor
  const line = lines[row] ?? ''
  const [first = '', ...more] = text.split('\n')
  const before = line.slice(0, column)
  const after = line.slice(column)
  if (more.length === 0) {
    return { ...editor, lines: lines.with(row, before + first + after), column: column + first.length }
  }
  const last = more.at(-1) ?? ''
  return {
    lines: [...lines.slice(0, row), before + first, ...more.slice(0, -1), last + after, ...lines.slice(row + 1)],
    row: row + more.length,
    column: last.length,
  }
}

/** Carries out a key that moves the cursor or deletes. Returns the same editor if the key changes nothing. Pure. */
export function editWith(editor: Editor, key: ControlName): Editor {
  const { lines, row, column } = editor
  const line = lines[row] ?? ''
  switch (key) {
    case 'left':
      if (column > 0) return { ...editor, column: column - previousLength(line, column) }
      return row === 0 ? editor : { ...editor, row: row - 1, column: lines[row - 1]?.length ?? 0 }
    case 'right':
      if (column < line.length) return { ...editor, column: column + nextLength(line, column) }
      return row === lines.length - 1 ? editor : { ...editor, row: row + 1, column: 0 }
    case 'up':
      return row === 0 ? editor : toRow(editor, row - 1)
    case 'down':
      return row === lines.length - 1 ? editor : toRow(editor, row + 1)
    case 'home':
      return { ...editor, column: 0 }
    case 'end':
      return { ...editor, column: line.length }
    case 'word-left':
      return column === 0 ? editWith(editor, 'left') : { ...editor, column: wordStart(line, column) }
    case 'word-right':
      return column === line.length ? editWith(editor, 'right') : { ...editor, column: wordEnd(line, column) }
    case 'backspace':
      if (column === 0) return joinWithPrevious(editor)
      return cut(editor, column - previousLength(line, column), column)
    case 'delete':
      if (column < line.length) return cut(editor, column, column + nextLength(line, column))
      return row === lines.length - 1 ? editor : joinWithPrevious({ ...editor, row: row + 1, column: 0 })
    case 'delete-word':
      return column === 0 ? joinWithPrevious(editor) : cut(editor, wordStart(line, column), column)
    case 'delete-to-start':
      return cut(editor, 0, column)
    case 'delete-to-end':
      return cut(editor, column, line.length)
    case 'newline':
      return insertText(editor, '\n')
    default:
      return editor
  }
}

function cut(editor: Editor, from: number, to: number): Editor {
  const line = editor.lines[editor.row] ?? ''
  if (from === to) return editor
  return { ...editor, lines: editor.lines.with(editor.row, line.slice(0, from) + line.slice(to)), column: from }
}

function joinWithPrevious(editor: Editor): Editor {
  const { lines, row } = editor
  if (row === 0) return editor
  const before = lines[row - 1] ?? ''
  return {
    lines: [...lines.slice(0, row - 1), before + (lines[row] ?? ''), ...lines.slice(row + 1)],
    row: row - 1,
    column: before.length,
  }
}

function toRow(editor: Editor, row: number): Editor {
  const line = editor.lines[row] ?? ''
  const wanted = Math.min(editor.column, line.length)
  return { ...editor, row, column: startOfCharacter(line, wanted) }
}

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The distance from the cursor at which its character may begin or end. Longer characters do not occur in what people type. */
const longestCharacter = 64

function previousLength(line: string, column: number): number {
  const start = Math.max(0, column - longestCharacter)
  return [...characters.segment(line.slice(start, column))].at(-1)?.segment.length ?? 1
}

function nextLength(line: string, column: number): number {
  const [next] = characters.segment(line.slice(column, column + longestCharacter))
  return next?.segment.length ?? 1
}

function startOfCharacter(line: string, column: number): number {
  if (column === 0 || column === line.length) return column
  return characters.segment(line).containing(column)?.index ?? column
}

function wordStart(line: string, column: number): number {
  return /[\p{L}\p{N}\p{M}_]+[^\p{L}\p{N}\p{M}_]*$|[^\p{L}\p{N}\p{M}_]+$/u.exec(line.slice(0, column))?.index ?? 0
}

function wordEnd(line: string, column: number): number {
  return column + (/^[^\p{L}\p{N}\p{M}_]*[\p{L}\p{N}\p{M}_]*/u.exec(line.slice(column))?.[0].length ?? 0)
}
