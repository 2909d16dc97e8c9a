/** A random number generator with a seed: the same documents in each run (Mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The number of words that the documents are made of. */
const vocabulary = 50_000

/** Returns a word as often as natural texts would: the n-th most frequent one with a frequency of 1/n. */
function someWord(random: () => number): string {
  return `w${Math.floor(vocabulary ** random())}`
}

/** Makes a document of sections, each of which becomes one chunk of about 800 characters. */
export function makeDocument(random: () => number, sections: number): string {
  return Array.from({ length: sections }, (_, index) => {
    const words = Array.from({ length: 120 }, () => someWord(random))
    return `# Section ${index} ${words[0]}\n\n${words.join(' ')}\n`
  }).join('\n')
}

/** Makes a question of three words, two of which are not among the most frequent. */
export function makeQuery(random: () => number): string {
  const rare = () => `w${Math.floor(100 + (vocabulary - 100) * random() ** 3)}`
  return `${rare()} ${rare()} ${someWord(random)}`
}
