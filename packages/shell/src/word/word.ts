import type { ShellCommand } from '../walk/shell-command.ts'

/** One word of a command after expansion, as far as it can be known without running anything. */
export interface Word {
  /** The value; where it is not `static`, the best guess: known parts, and the source text of unknown ones. */
  readonly text: string
  /** The value is exactly `text`, whatever the machine's state. */
  readonly static: boolean
  /** An unquoted glob: the word becomes names that match `text`. */
  readonly pattern: boolean
  /** The known beginning of the value; equals `text` for a static word. */
  readonly prefix: string
  /** May become several words, or none. */
  readonly splits: boolean
  /** Holds a variable that is not on the list of harmless ones: printing it could show a secret. */
  readonly secret: boolean
  /** Holds a variable whose name says that it is a credential. */
  readonly credential?: boolean
  /** Commands whose output becomes part of this word. */
  readonly from: readonly ShellCommand[]
  /** A process substitution stands here: the word is the name of a pipe from or to `from`. */
  readonly pipe?: 'input' | 'output'
  /** What will come out of the pipe, where that is known. */
  readonly content?: string
}

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

/** Whether the word may turn out to begin with a dash, though it does not say so itself. */
export function couldBecomeOption(word: Word): boolean {
  if (word.static || word.pipe !== undefined) return false
  return word.splits || word.prefix === '' || word.prefix.startsWith('-')
}
