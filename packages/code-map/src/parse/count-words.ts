/** A part of a text, by positions in it. */
export interface TextRange {
  readonly start: number
  readonly end: number
}

/** The most different words of one file that count. */
const maxWords = 5_000

/** Counts the words that may be names, outside of some parts of the text. Words of one or two letters tell nothing. */
export function countWords(text: string, skipped: readonly TextRange[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>()
  const ranges = skipped.toSorted((left, right) => left.start - right.start)
  const word = /[\p{L}_$][\p{L}\p{N}_$]{2,79}/gu
  let next = 0
  for (let found = word.exec(text); found !== null; found = word.exec(text)) {
    while ((ranges[next]?.end ?? Number.POSITIVE_INFINITY) <= found.index) next += 1
    const range = ranges[next]
    if (range !== undefined && range.start <= found.index) {
      word.lastIndex = range.end
      continue
    }
    const count = counts.get(found[0])
    if (count !== undefined || counts.size < maxWords) counts.set(found[0], (count ?? 0) + 1)
  }
  return [...counts]
}
