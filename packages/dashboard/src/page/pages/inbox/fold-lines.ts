/** A stretch of a long text: lines that are shown, or lines that are folded and counted. */
export interface Stretch {
  readonly folded: boolean
  /** The number of its first line, from 1. */
  readonly from: number
  readonly lines: readonly string[]
  /** Indexes of marked lines among its own. */
  readonly marked: readonly number[]
}

const around = 2
/** The lines at the beginning and at the end that are always shown. */
const edge = 12

/**
 * Divides a text into stretches. Lines that contain a marked word, two lines around each, and both ends are shown; the others are
 * folded if there are enough of them to be worth it. Nothing is left out.
 */
export function foldLines(text: string, markedWords: readonly string[]): readonly Stretch[] {
  const lines = text.split('\n')
  const words = markedWords
    .flatMap((word) => word.split('\n').map((line) => line.trim()))
    .filter((word) => word.length > 1)
  const isMarked = lines.map((line) => words.some((word) => line.includes(word)))
  const isShown = lines.map(
    (line, index) => isNear(isMarked, index) || index < edge || index >= lines.length - edge || isVeryLong(line),
  )
  const stretches: Stretch[] = []
  let start = 0
  for (let index = 1; index <= lines.length; index += 1) {
    if (index < lines.length && isShown[index] === isShown[start]) continue
    const own = lines.slice(start, index)
    stretches.push({
      folded: isShown[start] === false && own.length > 3,
      from: start + 1,
      lines: own,
      marked: own.flatMap((_, at) => (isMarked[start + at] === true ? [at] : [])),
    })
    start = index
  }
  return stretches
}

function isNear(isMarked: readonly boolean[], index: number): boolean {
  return isMarked.slice(Math.max(0, index - around), index + around + 1).some(Boolean)
}

/** A line that is longer than any window could push its end out of view, so it is never folded. */
function isVeryLong(line: string): boolean {
  return line.length > 2_000
}
