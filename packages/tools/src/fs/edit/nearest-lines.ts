import { explainDifference } from './explain-difference.ts'
import { toLineFeeds } from './line-end.ts'

/** The part of a file that resembles text which is not in it. */
export interface NearestLines {
  readonly startLine: number
  readonly endLine: number
  /** The file's lines there, at most 12. */
  readonly lines: readonly string[]
  /** The first line that differs and why, in words. */
  readonly difference: { readonly line: number; readonly why: string }
}

const maxShownLines = 12
const maxComparedLine = 500
const minSimilarity = 0.4
const maxEqualOffsets = 8

/**
 * Where the old text was probably meant: the place at which most of its lines stand, blanks aside; where none does, the line
 * that shares most letter pairs with its longest line. Only for telling the model, never for editing.
 */
export function findNearestLines(text: string, old: string): NearestLines | undefined {
  const fileLines = toLineFeeds(text).split('\n')
  const oldLines = toLineFeeds(old).split('\n')
  if (oldLines.length > 1 && oldLines.at(-1) === '') oldLines.pop()
  const start = placeOfEqualLines(fileLines, oldLines) ?? placeOfSimilarLine(fileLines, oldLines)
  if (start === undefined) return undefined
  const end = Math.min(start + oldLines.length, fileLines.length)
  const differing = oldLines.findIndex((line, index) => line !== fileLines[start + index])
  const offset = Math.max(0, differing)
  const actual = fileLines[start + offset]
  return {
    startLine: start + 1,
    endLine: end,
    lines: fileLines.slice(start, Math.min(end, start + maxShownLines)),
    difference: {
      line: start + offset + 1,
      why: actual === undefined ? 'is past the end of the file' : explainDifference(oldLines[offset] ?? '', actual),
    },
  }
}

/** The first place with the most lines equal up to surrounding blanks; undefined where no line with text is equal. */
function placeOfEqualLines(fileLines: readonly string[], oldLines: readonly string[]): number | undefined {
  const offsetsByText = new Map<string, number[]>()
  for (const [offset, line] of oldLines.slice(0, 200).entries()) {
    const key = line.trim()
    const offsets = offsetsByText.get(key) ?? []
    // A line that comes again and again says little about the place, and each would count for each of the file's.
    if (key.length > 2 && offsets.length < maxEqualOffsets) offsetsByText.set(key, [...offsets, offset])
  }
  const votes = new Map<number, number>()
  for (const [index, line] of fileLines.entries()) {
    for (const offset of offsetsByText.get(line.trim()) ?? []) {
      if (index >= offset) votes.set(index - offset, (votes.get(index - offset) ?? 0) + 1)
    }
  }
  return best(votes)
}

function placeOfSimilarLine(fileLines: readonly string[], oldLines: readonly string[]): number | undefined {
  const longest = oldLines.reduce((most, line) => (line.trim().length > most.trim().length ? line : most), '')
  const wanted = letterPairs(longest)
  if (wanted.size === 0) return undefined
  const offset = oldLines.indexOf(longest)
  const scores = new Map<number, number>()
  for (const [index, line] of fileLines.entries()) {
    const score = similarity(wanted, letterPairs(line))
    if (index >= offset && score >= minSimilarity) scores.set(index - offset, score)
  }
  return best(scores)
}

function best(scores: ReadonlyMap<number, number>): number | undefined {
  let winner: number | undefined
  for (const [place, score] of scores) {
    const leader = winner === undefined ? 0 : (scores.get(winner) ?? 0)
    if (score > leader || (score === leader && winner !== undefined && place < winner)) winner = place
  }
  return winner
}

function letterPairs(line: string): ReadonlySet<string> {
  const letters = line.slice(0, maxComparedLine).toLowerCase().replaceAll(/\s+/g, '')
  const pairs = new Set<string>()
  for (let index = 0; index + 1 < letters.length; index += 1) pairs.add(letters.slice(index, index + 2))
  return pairs
}

/** Dice's coefficient. */
function similarity(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  if (right.size === 0) return 0
  let shared = 0
  for (const pair of left) if (right.has(pair)) shared += 1
  return (2 * shared) / (left.size + right.size)
}
