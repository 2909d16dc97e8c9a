import { asEscapedText, cutLine, excerpt, explainDifference, findSameForm } from './explain-difference.ts'
import type { MissedEdit } from './match-edit.ts'
import { type EditFailure, editFailure, type SourceText, toLineFeeds } from './source-text.ts'

/** The part of a file that resembles text which is not in it. */
interface NearestLines {
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

/** For larger files the lines that resemble the old text are not searched for. */
const maxResemblingBytes = 512 * 1024

/** Says that an old text is not in the file, and what is most like it there. */
export function explainMiss(source: SourceText, { edit, name }: MissedEdit): EditFailure {
  const opening = `${name}: the old text ${excerpt(edit.old)} is not in the file.`
  if (source.bytes.length > maxResemblingBytes)
    return editFailure(
      'text_not_found',
      `${opening} Search the file for a part of it, read those lines and copy the text from there.`,
    )
  const text = source.text()
  const alike = text === undefined ? undefined : findSameForm(text, edit.old)
  if (alike !== undefined) {
    const { line, lines, why } = alike
    return editFailure(
      'text_not_found',
      `${opening} Line ${line} has it with other characters that look the same or cannot be seen. Send the old text as below, with its escapes.`,
      {
        excerpt: [`Line ${line} ${why}`, 'The text of the file, as a JSON string:', asEscapedText(lines)].join('\n'),
        data: { nearest: { start_line: line } },
      },
    )
  }
  const nearest = text === undefined ? undefined : findNearestLines(text, edit.old)
  if (nearest === undefined) {
    return editFailure(
      'text_not_found',
      `${opening} Nothing in it is similar. Read the file and copy the text from it.`,
    )
  }
  const { startLine, endLine, lines, difference } = nearest
  const shown = lines.map((line, index) => `${startLine + index}: ${cutLine(line)}`)
  const place = endLine > startLine ? `are lines ${startLine}-${endLine}` : `is line ${startLine}`
  const message = `${opening} Nearest ${place}, where line ${difference.line} differs. Copy the old text from there.`
  return editFailure('text_not_found', message, {
    excerpt: [...shown, `Line ${difference.line} ${difference.why}`].join('\n'),
    data: { nearest: { start_line: startLine, end_line: endLine, differing_line: difference.line } },
  })
}

/**
 * Finds the probable place of the old text: the one with most of its lines, ignoring blanks; if there is none, the line
 * that shares most letter pairs with its longest line. Only used in messages to the model, never for editing.
 */
function findNearestLines(text: string, old: string): NearestLines | undefined {
  const fileLines = toLineFeeds(text).split('\n')
  const oldLines = toLineFeeds(old).split('\n')
  if (oldLines.length > 1 && oldLines.at(-1) === '') oldLines.pop()
  const start = placeOfEqualLines(fileLines, oldLines) ?? placeOfSimilarLine(fileLines, oldLines)
  if (start === undefined) return undefined
  const end = Math.min(start + oldLines.length, fileLines.length)
  const differing = oldLines.findIndex((line, index) => line !== fileLines[start + index])
  if (differing === -1) return endDiffers(fileLines, oldLines, start)
  const offset = differing
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

/** All whole lines are the same, so the difference is at one of the ends of the old text. */
function endDiffers(fileLines: readonly string[], oldLines: readonly string[], start: number): NearestLines {
  const end = start + oldLines.length
  const next = fileLines[end]
  const why =
    next === undefined
      ? 'is the last line and has no line end, which the old text has'
      : `is followed by ${excerpt(next)}, and the old text by another line end`
  return {
    startLine: start + 1,
    endLine: end,
    lines: fileLines.slice(start, Math.min(end + 1, start + maxShownLines)),
    difference: { line: end, why },
  }
}

/** Returns the first place with the most lines equal up to surrounding blanks; undefined if no line with text is equal. */
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
