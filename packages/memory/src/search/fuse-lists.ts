/** A ranked list and how much it counts. */
export interface RankedList {
  /** Ids, best first. */
  readonly ids: readonly number[]
  /** A number of at least 0. */
  readonly weight: number
}

/** The constant of reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009). */
const k = 60

/**
 * Fuses ranked lists by reciprocal rank. Returns the ids, best first, with their scores. An id of a list that counts nothing comes after
 * all others, in the order of that list: it only fills a result that would be short.
 */
export function fuseLists(lists: readonly RankedList[]): readonly { readonly id: number; readonly score: number }[] {
  const scores = new Map<number, number>()
  const fillers: number[] = []
  for (const { ids, weight } of lists) {
    for (const [rank, id] of ids.entries()) {
      if (weight > 0) scores.set(id, (scores.get(id) ?? 0) + weight / (k + rank + 1))
      else fillers.push(id)
    }
  }
  const ranked = [...scores].map(([id, score]) => ({ id, score })).toSorted((left, right) => right.score - left.score)
  const rest = [...new Set(fillers)].filter((id) => !scores.has(id)).map((id) => ({ id, score: 0 }))
  return [...ranked, ...rest]
}
