import type { DelegateTarget } from '@drawbridge/core/agent'
import { indexText, rankTexts } from '@drawbridge/core/search'

/** A place in a list counts the more the further ahead it is; this flattens the difference between the first ones. */
const flat = 60

/** Ranks agents by the words of a query, best first. Pure. */
export function rankByWords(targets: readonly DelegateTarget[], query: string): readonly DelegateTarget[] {
  const documents = targets.map(({ agent, description }) =>
    indexText([
      { text: agent.replaceAll(/[-_.]/g, ' '), weight: 3 },
      { text: description, weight: 1 },
    ]),
  )
  return rankTexts(query, documents).flatMap(({ index }) => targets[index] ?? [])
}

/** Ranks agents by the meaning of a query, best first. Pure. @param vectors Those of the targets, behind that of the query. */
export function rankByMeaning(
  targets: readonly DelegateTarget[],
  [query = [], ...vectors]: readonly (readonly number[])[],
): readonly DelegateTarget[] {
  return targets
    .map((target, index) => ({ target, likeness: cosine(query, vectors[index] ?? []) }))
    .filter(({ likeness }) => likeness > 0)
    .toSorted((one, other) => other.likeness - one.likeness)
    .map(({ target }) => target)
}

/** Joins ranked lists: who is far ahead in one of them, or in both, is ahead. Pure. */
export function joinRanks(lists: readonly (readonly DelegateTarget[])[], most: number): readonly DelegateTarget[] {
  const scores = new Map<DelegateTarget, number>()
  for (const list of lists) {
    for (const [place, target] of list.entries()) scores.set(target, (scores.get(target) ?? 0) + 1 / (flat + place))
  }
  return [...scores]
    .toSorted(([one, left], [other, right]) => right - left || one.agent.localeCompare(other.agent))
    .slice(0, most)
    .map(([target]) => target)
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
