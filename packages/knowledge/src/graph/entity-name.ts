import { analyseText } from '@drawbridge/core/search'

/** Returns the form of a name that all spellings of it share: case, width and spaces make no difference. */
export function entityKey(name: string): string {
  return name.normalize('NFKC').toLowerCase().trim().replaceAll(/\s+/g, ' ')
}

/** Returns the words by which an entity is found. */
export function entityWords(name: string): readonly string[] {
  return [...new Set(analyseText(name).words)].filter((word) => word.length <= 100)
}

/** The least likeness of two names that are taken for one. A number from 0 to 1. */
const alike = 0.9
/** The least entropy of a name that may be compared, in bits for each character: "aaaa" tells nothing. */
const leastEntropy = 1.5

/**
 * Returns true if two names are so alike that they can be taken for one: they share nine of ten of their sequences of three characters.
 * Short and monotonous names never are, nor names with different numbers: "version 1" is not "version 2".
 */
export function areAlike(left: string, right: string): boolean {
  if (!tellsEnough(left) || !tellsEnough(right) || numbersOf(left) !== numbersOf(right)) return false
  const [ours, theirs] = [sequencesOf(left), sequencesOf(right)]
  const shared = ours.intersection(theirs).size
  return shared / (ours.size + theirs.size - shared) >= alike
}

function tellsEnough(key: string): boolean {
  if (key.length < 6 && !key.includes(' ')) return false
  const counts = new Map<string, number>()
  for (const letter of key) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  const total = [...key].length
  const entropy = [...counts.values()].reduce((sum, count) => sum - (count / total) * Math.log2(count / total), 0)
  return entropy >= leastEntropy
}

function numbersOf(key: string): string {
  return (key.match(/\p{N}+/gu) ?? []).join(' ')
}

function sequencesOf(key: string): ReadonlySet<string> {
  const letters = [...key.replaceAll(/[\s\p{P}]+/gu, ' ')]
  return new Set(letters.slice(2).map((letter, index) => `${letters[index]}${letters[index + 1]}${letter}`))
}
