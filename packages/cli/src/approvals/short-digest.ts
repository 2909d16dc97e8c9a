/** Digits of a digest that are shown with a question. */
const shownDigits = 16

/** Fewest digits that prove anything. */
const leastDigits = 8

/** As much of a digest as is shown with a question and given back with its answer. */
export function shortDigest(digest: string): string {
  return digest.slice(0, shownDigits)
}

/** Tells if a beginning of a digest, or all of it, proves that the question with that digest was seen. */
export function isDigest(given: string, digest: string): boolean {
  const beginning = given.toLowerCase()
  return beginning.length >= Math.min(leastDigits, digest.length) && digest.toLowerCase().startsWith(beginning)
}
