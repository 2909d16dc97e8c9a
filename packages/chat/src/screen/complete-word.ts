import { type Editor, insertText } from './editor.ts'
import type { Screen } from './screen.ts'

/** Returns the word that ends at the cursor. */
export function wordBefore({ lines, row, column }: Editor): string {
  return /\S*$/.exec((lines[row] ?? '').slice(0, column))?.[0] ?? ''
}

/** Completes a word as far as the candidates agree, and lists them if there are several. Pure. */
export function applyCompletion(screen: Screen, word: string, candidates: readonly string[]): Screen {
  if (wordBefore(screen.editor) !== word || candidates.length === 0) return screen
  const common = candidates.reduce(commonStart)
  const isWhole = candidates.length === 1
  const added = common.slice(word.length) + (isWhole && !common.endsWith('/') ? ' ' : '')
  const editor = common.startsWith(word) ? insertText(screen.editor, added) : screen.editor
  return { ...screen, editor, completion: isWhole ? undefined : { candidates } }
}

function commonStart(left: string, right: string): string {
  let length = 0
  while (length < left.length && left[length] === right[length]) length += 1
  return left.slice(0, length)
}
