import type { MemoryHit } from './memory-hit.ts'

/** The most chunks of one section in a result. */
const mostOfSection = 2
/** The part of a result that untrusted chunks may fill. */
const untrustedShare = 1 / 3
/** Two chunks that share more of their words than this say the same. A number from 0 to 1. */
const sameWords = 0.9

/**
 * Chooses the results from ranked hits: at most two of a section, none that repeats an earlier one, and untrusted ones behind the trusted
 * ones, at most a third of the result (one at least, if there is one).
 */
export function chooseHits(ranked: readonly MemoryHit[], count: number): readonly MemoryHit[] {
  const trusted = pick(
    ranked.filter(({ trust }) => trust === 'trusted'),
    count,
  )
  const most = Math.min(count, Math.max(1, Math.floor(count * untrustedShare)))
  const untrusted = pick(
    ranked.filter(({ trust }) => trust === 'untrusted'),
    most,
    trusted,
  )
  return [...trusted.slice(0, count - untrusted.length), ...untrusted]
}

function pick(ranked: readonly MemoryHit[], count: number, before: readonly MemoryHit[] = []): readonly MemoryHit[] {
  const chosen: MemoryHit[] = []
  const seen = before.map(wordsOf)
  const sections = new Map<string, number>()
  for (const hit of ranked) {
    if (chosen.length >= count) break
    const section = JSON.stringify([hit.partition, hit.path, hit.headings])
    const ofSection = sections.get(section) ?? 0
    const words = wordsOf(hit)
    if (ofSection >= mostOfSection || seen.some((other) => overlapOf(words, other) >= sameWords)) continue
    sections.set(section, ofSection + 1)
    seen.push(words)
    chosen.push(hit)
  }
  return chosen
}

function wordsOf({ text }: MemoryHit): ReadonlySet<string> {
  return new Set(text.toLowerCase().split(/\s+/))
}

/** The Jaccard index of two sets. */
function overlapOf(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  if (Math.min(left.size, right.size) < sameWords * Math.max(left.size, right.size)) return 0
  const shared = left.intersection(right).size
  return shared / (left.size + right.size - shared)
}
