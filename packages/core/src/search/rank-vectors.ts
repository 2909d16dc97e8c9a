/**
 * Ranks vectors by their likeness to the first one, best first. Left out are those of another direction. Pure.
 * @returns the places of the vectors behind the first one.
 */
export function rankVectors([query = [], ...vectors]: readonly (readonly number[])[]): readonly number[] {
  return vectors
    .map((vector, place) => ({ place, likeness: cosine(query, vector) }))
    .filter(({ likeness }) => likeness > 0)
    .toSorted((one, other) => other.likeness - one.likeness)
    .map(({ place }) => place)
}

/** A place in a list counts the more the further ahead it is; this flattens the difference between the first ones. */
const flat = 60

/** Joins ranked lists: whatever is far ahead in one of them, or in both, is ahead. Of equal ones that of an earlier list is. Pure. */
export function joinRanks<Item>(lists: readonly (readonly Item[])[], most: number): readonly Item[] {
  const scores = new Map<Item, number>()
  for (const list of lists) {
    for (const [place, item] of list.entries()) scores.set(item, (scores.get(item) ?? 0) + 1 / (flat + place))
  }
  return [...scores]
    .toSorted(([, left], [, right]) => right - left)
    .slice(0, most)
    .map(([item]) => item)
}

function cosine(one: readonly number[], other: readonly number[]): number {
  let [dot, left, right] = [0, 0, 0]
  for (const [index, value] of one.entries()) {
    const against = other[index] ?? 0
    dot += value * against
    left += value * value
    right += against * against
  }
  return left === 0 || right === 0 ? 0 : dot / Math.sqrt(left * right)
}
