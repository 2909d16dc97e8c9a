import { excerpt, occurrences } from '../edit/index.ts'
import type { FileLine } from './file-lines.ts'
import type { Hunk, HunkLine } from './unified-diff.ts'

/** Index of the file's line that a hunk begins at, or why it has no certain place. */
export type HunkPlace =
  | { readonly status: 'placed'; readonly index: number; readonly searched: boolean }
  | { readonly status: 'misplaced'; readonly why: string; readonly excerpt?: string }

/**
 * Where a hunk applies: at the line that its header names, where all its old lines stand; else at the one other place where
 * they stand. Lines are compared whole; only their line ends may differ.
 */
export function placeHunk(lines: readonly FileLine[], hunk: Hunk, from: number): HunkPlace {
  const old = hunk.lines.filter((line) => line.kind !== 'insert')
  const stated = old.length === 0 ? hunk.oldStart : hunk.oldStart - 1
  if (stated >= from && standsAt(lines, old, stated)) return { status: 'placed', index: stated, searched: false }
  if (old.length === 0) {
    return { status: 'misplaced', why: `it inserts after line ${hunk.oldStart}, which the file does not have there` }
  }
  const places = placesOf(lines, old, from)
  if (places.length === 1) return { status: 'placed', index: places[0] ?? 0, searched: true }
  if (places.length > 1) {
    const shown = places.slice(0, 10).map((index) => index + 1)
    return {
      status: 'misplaced',
      why: `its lines stand in several places, at lines ${shown.join(', ')}: add context lines`,
    }
  }
  return firstDifference(lines, old, stated)
}

/** Places told of; the others only make more of them. */
const mostPlaces = 11

/** Lines are numbered by their text, so that each is looked at a bounded number of times. */
function placesOf(lines: readonly FileLine[], old: readonly HunkLine[], from: number): number[] {
  const ids = new Map<string, number>()
  const wanted = old.map(({ text }) => {
    const key = withoutReturn(text)
    const id = ids.get(key) ?? ids.size + 1
    ids.set(key, id)
    return id
  })
  const codes = lines.map(({ text }) => ids.get(withoutReturn(text)) ?? 0)
  const places: number[] = []
  let compared = 0
  for (const index of occurrences(codes, wanted, from)) {
    compared += old.length
    if (places.length === mostPlaces || compared > mostCompared) break
    if (standsAt(lines, old, index)) places.push(index)
  }
  return places
}

/** Lines compared one by one with places that are alike but for their line ends. */
const mostCompared = 2_000_000

function withoutReturn(text: string): string {
  return text.endsWith('\r') ? text.slice(0, -1) : text
}

function standsAt(lines: readonly FileLine[], old: readonly HunkLine[], index: number): boolean {
  if (index < 0 || index + old.length > lines.length) return false
  return old.every((line, offset) => isSameLine(line, lines[index + offset]))
}

function isSameLine(line: HunkLine, fileLine: FileLine | undefined): boolean {
  if (fileLine === undefined || (line.endsFile && fileLine.end !== '')) return false
  return line.text === fileLine.text || isExactLine(line, fileLine)
}

/** Whether a line of the diff carries the file's `\r` too. */
export function isExactLine(line: HunkLine, { text, end }: FileLine): boolean {
  return line.text === (end === '\r\n' ? `${text}\r` : text)
}

function firstDifference(lines: readonly FileLine[], old: readonly HunkLine[], stated: number): HunkPlace {
  const offset = old.findIndex((line, at) => !isSameLine(line, lines[stated + at]))
  const fileLine = lines[stated + offset]
  const why = `it expects ${excerpt(old[offset]?.text ?? '')} on line ${stated + offset + 1}`
  return fileLine === undefined
    ? { status: 'misplaced', why: `${why}, but the file has ${lines.length} lines` }
    : { status: 'misplaced', why, excerpt: `Line ${stated + offset + 1} reads ${excerpt(fileLine.text)}.` }
}
