/** Finds any of a fixed list of texts, exactly as written. */
export interface LiteralMatcher {
  /** Calls back for every occurrence of a literal, including overlapping ones. */
  match(text: string, found: (literal: number, start: number, end: number) => void): void
  /** Returns the place where the text's end could be the beginning of a literal; the text's length if there is none. */
  partialStart(text: string): number
}

/** As many units of a literal take part in the shift table; all literals must be at least this long. */
const blockLength = 2

/**
 * Builds a matcher that skips ahead by the least shift at which any literal could still end (Wu and Manber, 1994).
 * Throws a `RangeError` for a literal of fewer than two units.
 */
export function createLiteralMatcher(literals: readonly string[]): LiteralMatcher {
  const shortest = Math.min(...literals.map((literal) => literal.length))
  if (shortest < blockLength) throw new RangeError(`A literal has ${shortest} units; ${blockLength} are needed.`)
  const longest = Math.max(...literals.map((literal) => literal.length))
  const shifts = new Uint8Array(65_536).fill(Math.min(255, shortest - blockLength + 1))
  const buckets = new Map<number, number[]>()
  for (const [literal, text] of literals.entries()) {
    for (let end = blockLength; end <= shortest; end++) {
      const block = blockAt(text, end)
      shifts[block] = Math.min(shifts[block] ?? 0, shortest - end)
    }
    const block = blockAt(text, shortest)
    const bucket = buckets.get(block)
    if (bucket === undefined) buckets.set(block, [literal])
    else bucket.push(literal)
  }
  const byStart = new Map<number, string[]>()
  for (const text of literals) {
    const first = text.charCodeAt(0)
    const alike = byStart.get(first)
    if (alike === undefined) byStart.set(first, [text])
    else alike.push(text)
  }

  return {
    match(text, found) {
      for (let end = shortest; end <= text.length; ) {
        const block = blockAt(text, end)
        const shift = shifts[block] as number
        if (shift > 0) {
          end += shift
          continue
        }
        const start = end - shortest
        for (const literal of buckets.get(block) ?? []) {
          const candidate = literals[literal] as string
          if (text.startsWith(candidate, start)) found(literal, start, start + candidate.length)
        }
        end++
      }
    },
    partialStart(text) {
      for (let start = Math.max(0, text.length - longest + 1); start < text.length; start++) {
        const alike = byStart.get(text.charCodeAt(start))
        if (alike === undefined) continue
        const tail = text.slice(start)
        if (alike.some((literal) => literal.length > tail.length && literal.startsWith(tail))) return start
      }
      return text.length
    },
  }
}

function blockAt(text: string, end: number): number {
  return ((text.charCodeAt(end - 2) << 5) ^ text.charCodeAt(end - 1)) & 65_535
}
