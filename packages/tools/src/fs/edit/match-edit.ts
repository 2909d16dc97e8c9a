import { unencodable } from '../text/text-format.ts'
import { asEscapedText, cutLine, excerpt, explainDifference, findSameForm } from './explain-difference.ts'
import { type Match, matchExact, matchTolerant, maxMatchesOf, maxNewText, maxPlaces } from './find-matches.ts'
import {
  type AppliedChange,
  applyReplacements,
  type EditFailure,
  editFailure,
  type MatchStrategy,
  type Replacement,
  type SourceText,
  type TextEdit,
  toLineFeeds,
} from './source-text.ts'

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

/** The result of several edits, with the way each one's text was found. */
interface AppliedEdits extends AppliedChange {
  readonly strategies: readonly MatchStrategy[]
}

/** Bytes looked through for all edits together: each is looked for in the whole file. */
const maxSearched = 256 * 1024 * 1024

/** The place at which one edit applies, or the reason that it does not. */
export type EditMatch =
  | { readonly status: 'matched'; readonly strategy: MatchStrategy; readonly replacements: readonly Replacement[] }
  | EditFailure

/** In bigger files old text is looked for exactly and with other line ends only. */
const maxTolerantBytes = 2 * 1024 * 1024

/** For larger files the lines that resemble the old text are not searched for. */
const maxResemblingBytes = 512 * 1024

/** Longer old text is looked for exactly only. */
const maxTolerantText = 64 * 1024

const maxReportedLines = 10

/**
 * Finds what one edit replaces. Strategies are tried strictest first, and the first one that finds anything decides: exactly one
 * place, or all of them with `replaceAll`, else the edit is refused. There is no guess by similarity.
 * `name` is what messages call the edit, such as `edits[0]`.
 */
function matchEdit(source: SourceText, edit: TextEdit, name: string): EditMatch {
  for (const strategy of strategiesFor(source, edit)) {
    const matches = strategy === 'exact' ? matchExact(source, edit) : matchTolerant(source, edit, strategy)
    if (matches.length === 0) continue
    return matches.length === 1 || edit.replaceAll
      ? toReplacements(source, edit, { matches, strategy, name })
      : ambiguous(source, edit, matches, strategy, name)
  }
  return notFound(source, edit, name)
}

function strategiesFor(source: SourceText, edit: TextEdit): readonly MatchStrategy[] {
  if (edit.old.length > maxTolerantText) return ['exact']
  if (source.bytes.length > maxTolerantBytes) return ['exact', 'line_ends']
  return ['exact', 'line_ends', 'blanks_and_typography', 'indentation']
}

function toReplacements(
  source: SourceText,
  edit: TextEdit,
  {
    matches,
    strategy,
    name,
  }: { readonly matches: readonly Match[]; readonly strategy: MatchStrategy; readonly name: string },
): EditMatch {
  const replacements: Replacement[] = []
  if (matches.length > maxPlaces)
    return editFailure(
      'ambiguous_edit',
      `${name}: the old text matches more than ${maxPlaces} places. Use a program to replace that many.`,
    )
  if (matches.length > 1 && matches.length * edit.new.length > maxNewText)
    return editFailure(
      'file_too_large',
      `${name}: the new texts together have more than ${maxNewText} characters. Use a program to write the file.`,
    )
  const encoded = new Map<string, Uint8Array | undefined>()
  for (const { start, end, text } of matches) {
    if (!encoded.has(text)) encoded.set(text, source.encode(text))
    const content = encoded.get(text)
    if (content === undefined) {
      const message = `${name}: the file is stored as ${source.format.codec.encoding}, which cannot represent ${unencodable(text, source)}. Use characters of that encoding only.`
      return editFailure('validation_error', message)
    }
    replacements.push({ start, end, content })
  }
  return { status: 'matched', strategy, replacements }
}

function ambiguous(
  source: SourceText,
  edit: TextEdit,
  matches: readonly Match[],
  strategy: MatchStrategy,
  name: string,
): EditFailure {
  const lines = matches.slice(0, maxReportedLines).map((match) => source.lineAt(match.at))
  const more = matches.length > lines.length ? ', …' : ''
  const count = matches.length === maxMatchesOf(edit) ? `${matches.length} or more` : matches.length
  return editFailure(
    'ambiguous_edit',
    `${name}: the old text matches ${count} places, on lines ${lines.join(', ')}${more}. Add lines around it until it is unique, or set replace_all.`,
    { data: { lines, count: matches.length, strategy } },
  )
}

function notFound(source: SourceText, edit: TextEdit, name: string): EditFailure {
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

/** Applies all edits or none. Each is matched against the file as it is, not against what an earlier one made of it. */
export function applyEdits(source: SourceText, edits: readonly TextEdit[]): AppliedEdits | EditFailure {
  if (edits.length > 1 && edits.length * source.bytes.length > maxSearched) {
    const most = Math.max(1, Math.floor(maxSearched / source.bytes.length))
    return editFailure(
      'validation_error',
      `The file has ${source.bytes.length} bytes: at most ${most} edits in one call. Send the others in separate calls.`,
    )
  }
  const strategies: MatchStrategy[] = []
  const replacements: Replacement[] = []
  for (const [index, edit] of edits.entries()) {
    const match = matchEdit(source, edit, `edits[${index}]`)
    if (match.status === 'failed') return match
    strategies.push(match.strategy)
    replacements.push(...match.replacements)
  }
  const applied = applyReplacements(source, replacements)
  return applied.status === 'failed' ? applied : { ...applied, strategies }
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
