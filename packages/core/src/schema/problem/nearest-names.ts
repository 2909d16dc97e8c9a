/**
 * The names closest to a mistyped one, nearest first: equal but for case and separators, one containing the other, or
 * within a third of its letters by edit distance.
 */
export function nearestNames(name: string, candidates: Iterable<string>, limit = 3): string[] {
  const wanted = fold(name.slice(0, longest))
  const ranked: { readonly candidate: string; readonly distance: number }[] = []
  for (const candidate of candidates) {
    const distance = distanceOf(wanted, fold(candidate.slice(0, longest)))
    if (distance <= tolerance(wanted)) ranked.push({ candidate, distance })
  }
  ranked.sort((left, right) => left.distance - right.distance)
  return ranked.slice(0, limit).map(({ candidate }) => candidate)
}

/** Names beyond this are compared by their beginning: the comparison is quadratic. */
const longest = 128

/** Short names are near by chance, so they tolerate less. */
function tolerance({ length }: string): number {
  return Math.max(Math.min(2, length >> 1), length / 3)
}

/** A name without case and separators: `filePath`, `file_path` and `File-Path` are one. */
export function fold(name: string): string {
  return name.replaceAll(/[_\-.\s]/g, '').toLowerCase()
}

function distanceOf(left: string, right: string): number {
  if (left === right) return 0
  const shorter = Math.min(left.length, right.length)
  if (shorter >= 3 && (left.includes(right) || right.includes(left))) return 1
  return editDistance(left, right)
}

/** Levenshtein's distance, one row at a time. */
function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let down = 1; down <= left.length; down++) {
    const next = [down]
    for (let across = 1; across <= right.length; across++) {
      const replaced = (row[across - 1] ?? 0) + (left[down - 1] === right[across - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[across] ?? 0) + 1, (next[across - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[right.length] ?? 0
}
