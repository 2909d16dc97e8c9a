/** The candidates that resemble `name`, best first: by edit distance, a shared last part counting as close. */
export function nearestNames(name: string, candidates: Iterable<string>, limit = 3): readonly string[] {
  const wanted = simplify(name)
  const lastPart = simplify(name.split(/[./]|__/).at(-1) ?? name)
  const most = Math.max(2, wanted.length / 3)
  const ranked: { readonly candidate: string; readonly distance: number }[] = []
  for (const candidate of candidates) {
    const whole = distanceWithin(most, wanted, simplify(candidate))
    const part = distanceWithin(most, lastPart, simplify(candidate.split(/[./]|__/).at(-1) ?? candidate)) + 0.5
    const distance = Math.min(whole, part)
    if (distance <= most) ranked.push({ candidate, distance })
  }
  return ranked
    .sort((left, right) => left.distance - right.distance || left.candidate.localeCompare(right.candidate))
    .slice(0, limit)
    .map((entry) => entry.candidate)
}

/** Returns ` Did you mean "a" or "b"?`, with its leading space, or an empty text if no candidate is near. */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  const nearest = nearestNames(name, candidates)
  return nearest.length === 0 ? '' : ` Did you mean ${nearest.map((candidate) => `"${candidate}"`).join(' or ')}?`
}

/** Names beyond this are compared by their beginning: the comparison is quadratic. */
const longestName = 48

function simplify(name: string): string {
  return foldName(name.slice(0, longestName))
}

/** Returns the distance, or infinity if the lengths or the letters alone show that it is more than `most`. */
function distanceWithin(most: number, left: string, right: string): number {
  if (Math.abs(left.length - right.length) > most || lettersApart(left, right) > most) return Infinity
  return editDistance(left, right, most)
}

/** Returns the number of letters that one name has more than the other, in any order: a lower bound of the edits between them. */
function lettersApart(left: string, right: string): number {
  letters.fill(0)
  for (let index = 0; index < left.length; index += 1) change(left, index, 1)
  for (let index = 0; index < right.length; index += 1) change(right, index, -1)
  let more = 0
  let fewer = 0
  for (const count of letters) {
    if (count > 0) more += count
    else fewer -= count
  }
  return Math.max(more, fewer)
}

/** Letters by the last bits of their number: that two share a place makes them count as one, never as further apart. */
const letters = new Int16Array(64)

function change(text: string, index: number, by: number): void {
  const place = text.charCodeAt(index) % letters.length
  letters[place] = (letters[place] ?? 0) + by
}

/** Levenshtein distance with adjacent swaps counted as one edit; infinity as soon as it is certain to be more than `most`. */
function editDistance(left: string, right: string, most: number): number {
  let beforePrevious: number[] = []
  let leastBefore = 0
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row]
    let least = row
    for (let column = 1; column <= right.length; column += 1) {
      const substituted = at(previous, column - 1) + (left[row - 1] === right[column - 1] ? 0 : 1)
      let best = Math.min(at(previous, column) + 1, at(current, column - 1) + 1, substituted)
      const isSwap = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]
      if (row > 1 && column > 1 && isSwap) best = Math.min(best, at(beforePrevious, column - 2) + 1)
      current.push(best)
      if (best < least) least = best
    }
    // A swap reaches back two rows.
    if (least > most && leastBefore > most) return Infinity
    leastBefore = least
    beforePrevious = previous
    previous = current
  }
  return at(previous, right.length)
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY
}

/** A name without the habits of spelling that do not change what is meant: `filePath`, `file_path` and `File-Path` are one. */
export function foldName(name: string): string {
  return name.replaceAll(/[-_.\s]+/g, '').toLowerCase()
}
