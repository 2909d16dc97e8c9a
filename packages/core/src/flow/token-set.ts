import { eachToken } from './each-token.ts'

/** The tokens of texts, of which the oldest fall out. Two tokens may in theory count as one, so it may hold too much, never too little. */
export interface TokenSet {
  /** The distinct tokens that are kept. */
  readonly size: number
  /** True once a token fell out. */
  readonly isCut: boolean
  /** Adds the tokens of a text, folded, each without the dots, colons, exclamation and question marks at its end. */
  add(text: string): void
  /** Returns true if every token of a text is in it, and the text has one. */
  hasAll(text: string): boolean
}

/** A token that finds no free place so near to its own counts as fallen out: texts made to collide cost no time. */
const mostSteps = 64

/** Creates an empty set. @param most The number of tokens that it keeps at most. */
export function createTokenSet(most: number): TokenSet {
  // Two parts: where the newer one is full, the older one is dropped. Nothing has to be taken out of a part.
  const share = Math.max(1, Math.floor(most / 2))
  let newer = createPart(share)
  let older: Part | undefined
  let isCut = false
  const keep = (first: number, second: number) => {
    const put = newer.put(first, second)
    if (put === 'added' || put === 'known') return true
    if (put === 'crowded') {
      isCut = true
      return true
    }
    isCut ||= older !== undefined
    older = newer
    newer = createPart(share)
    newer.put(first, second)
    return true
  }
  return {
    get size() {
      return newer.size + (older?.size ?? 0)
    },
    get isCut() {
      return isCut
    },
    add: (text) => eachToken(text, keep),
    hasAll: (text) => {
      let found: boolean | undefined
      eachToken(text, (first, second) => {
        found = newer.has(first, second) || older?.has(first, second) === true
        return found
      })
      return found ?? false
    },
  }
}

interface Part {
  readonly size: number
  put(first: number, second: number): 'added' | 'known' | 'full' | 'crowded'
  has(first: number, second: number): boolean
}

/** A table with open addressing, of two hashes for each token. */
function createPart(most: number): Part {
  let mask = 63
  let table = new Int32Array(2 * (mask + 1))
  let size = 0
  /** Returns the place of a token, or the free one for it, negative; 0 if there is none near. */
  const find = (first: number, second: number): number => {
    for (let step = 0; step < mostSteps; step += 1) {
      const at = ((first + step) & mask) * 2
      if (table[at] === 0 && table[at + 1] === 0) return -at - 1
      if (table[at] === first && table[at + 1] === second) return at + 1
    }
    return 0
  }
  const grow = () => {
    const before = table
    mask = mask * 2 + 1
    table = new Int32Array(2 * (mask + 1))
    size = 0
    for (let at = 0; at < before.length; at += 2) {
      const [first = 0, second = 0] = [before[at], before[at + 1]]
      if (first !== 0 || second !== 0) write(find(first, second), first, second)
    }
  }
  const write = (found: number, first: number, second: number) => {
    if (found >= 0) return
    table[-found - 1] = first
    table[-found] = second
    size += 1
  }
  return {
    get size() {
      return size
    },
    put: (first, second) => {
      const found = find(first, second)
      if (found > 0) return 'known'
      if (found === 0) return 'crowded'
      if (size >= most) return 'full'
      write(found, first, second)
      if (size * 2 > mask) grow()
      return 'added'
    },
    has: (first, second) => find(first, second) > 0,
  }
}
