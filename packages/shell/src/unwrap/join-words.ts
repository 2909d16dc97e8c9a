import type { Word } from '../word/word.ts'

/** The words as one text, joined by blanks, as `eval`, `watch` and `ssh` do before a shell reads it again. */
export function joinWords(words: readonly Word[]): Word {
  const text = words.map((word) => word.text).join(' ')
  const known = words.findIndex((word) => !word.static)
  return {
    text,
    static: known < 0,
    pattern: false,
    prefix: words
      .slice(0, known < 0 ? words.length : known)
      .map((word) => word.text)
      .join(' '),
    splits: false,
    secret: words.some((word) => word.secret),
    from: words.flatMap((word) => word.from),
  }
}
