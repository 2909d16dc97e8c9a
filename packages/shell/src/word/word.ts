import type { Listed, Word } from '../shell-command.ts'

export type { Word } from '../shell-command.ts'

/** A word that is exactly `text`. */
export function staticWord(text: string): Word {
  return { text, static: true, pattern: false, prefix: text, splits: false, secret: false, from: [] }
}

/** A word of which only the guess `text` is known. */
export function unknownWord(text: string, details: Partial<Word> = {}): Word {
  return { text, static: false, pattern: false, prefix: '', splits: false, secret: true, from: [], ...details }
}

/** Everything of `word` from offset `start` on, for values attached to options (`-ofile`, `--output=file`). */
export function sliceWord(word: Word, start: number): Word {
  return { ...word, text: word.text.slice(start), prefix: word.prefix.slice(start) }
}

/** Returns true if the word may turn out to begin with a dash, although its known text does not. */
export function couldBecomeOption(word: Word): boolean {
  if (word.static || word.pipe !== undefined) return false
  return word.splits || word.prefix === '' || word.prefix.startsWith('-')
}

/** Makes of `word` the name of a file below `folder` that another command finds. */
export function foundWord(word: Word, { folder, reach }: Listed): Word {
  return { ...word, static: false, pattern: true, prefix: folder, found: reach }
}
