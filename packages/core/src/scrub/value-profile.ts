/** The composition of a value, counted in one pass over at most its first 160 units. */
export interface ValueProfile {
  readonly digits: number
  readonly letters: number
  readonly symbols: number
  /** The number of changes between digit, lower case, upper case and other among neighbours: few in words, many in random text. */
  readonly switches: number
}

const longestWalk = 160

/** Counts the kinds of characters in `text` from `start` to `end`. */
export function profileValue(text: string, start: number, end: number): ValueProfile {
  const limit = Math.min(end, start + longestWalk)
  let digits = 0
  let letters = 0
  let switches = -1
  let previous = -1
  for (let index = start; index < limit; index++) {
    const unit = text.charCodeAt(index)
    let kind = 3
    if (unit >= 97 && unit <= 122) kind = 1
    else if (unit >= 48 && unit <= 57) kind = 0
    else if (unit >= 65 && unit <= 90) kind = 2
    if (kind === 0) digits++
    else if (kind !== 3) letters++
    if (kind !== previous) switches++
    previous = kind
  }
  return { digits, letters, symbols: limit - start - digits - letters, switches }
}
