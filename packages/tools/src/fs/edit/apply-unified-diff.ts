import { unencodable } from '../text/text-format.ts'
import { excerpt } from './explain-difference.ts'
import { occurrences } from './line-pattern.ts'
import { type Hunk, type HunkLine, parseUnifiedDiff, type UnifiedDiff } from './parse-unified-diff.ts'
import {
  type AppliedChange,
  applyReplacements,
  type EditFailure,
  editFailure,
  type LineEnd,
  lineEndNear,
  type Replacement,
  type SourceText,
} from './source-text.ts'

/** Text that takes the place of other text; positions in UTF-16 units. */
interface TextChange {
  readonly start: number
  readonly end: number
  readonly text: string
}

interface Run {
  readonly run: readonly HunkLine[]
  readonly deleted: readonly FileLine[]
  readonly before: FileLine | undefined
  readonly after: FileLine | undefined
  readonly fileEnd: LineEnd
  readonly isLiteral: boolean
}

/** Index of the file's line that a hunk begins at, or why it has no certain place. */
type HunkPlace =
  | { readonly status: 'placed'; readonly index: number; readonly searched: boolean }
  | { readonly status: 'misplaced'; readonly why: string; readonly excerpt?: string }

/** Places told of; the others only make more of them. */
const mostPlaces = 11

/** Lines compared one by one with places that are alike but for their line ends. */
const mostCompared = 2_000_000

/** One line of a file. */
export interface FileLine {
  /** Position of its first character in the text, in UTF-16 units. */
  readonly start: number
  readonly text: string
  /** Empty for a last line without line end. */
  readonly end: LineEnd | ''
}

/**
 * Applies a unified diff to one file, all hunks or none. `path` is the file as the caller names it: headers that name another
 * are refused, and so are renames, deletions and binary diffs.
 */
export function applyUnifiedDiff(source: SourceText, text: string, path: string): AppliedChange | EditFailure {
  const parse = parseUnifiedDiff(text)
  if (parse.status === 'malformed') return failed(`The diff cannot be used: ${parse.why}.`)
  const foreign = foreignPath(parse.diff, path)
  if (foreign !== undefined)
    return failed(`The diff is for "${foreign}", the call for "${path}". Send one diff per file.`)
  if (parse.diff.creates && source.bytes.length > 0) {
    return failed(`The diff creates "${path}", which already exists. Send a diff against the current file.`)
  }
  return applyHunks(source, parse.diff)
}

/** The maximum number of lines searched for hunks that are not at their line number. */
const maxSearchedLines = 5_000_000

function applyHunks(source: SourceText, diff: UnifiedDiff): AppliedChange | EditFailure {
  const content = source.text()
  if (content === undefined) return failed('The file is not clean text of one encoding. Use edits instead of a diff.')
  const lines = fileLines(content)
  const fileEnd = lineEndNear(source, source.bytes.length, source.bytes.length)
  const replacements: Replacement[] = []
  let from = 0
  let strayed = 0
  for (const hunk of diff.hunks) {
    const place = placeHunk(lines, hunk, from)
    if (place.status === 'placed' && place.searched) strayed += 1
    if (strayed > 10 && strayed * lines.length > maxSearchedLines)
      return failed('Too many hunks are not at the lines in their headers. Make the diff against the current file.')
    if (place.status === 'misplaced') {
      const message = `Hunk ${hunk.number} (${hunk.header}) does not apply: ${place.why}. Nothing was changed. Read the file and send a diff against it.`
      return editFailure('patch_apply_failed', message, {
        data: { hunk: hunk.number, header: hunk.header },
        ...(place.excerpt !== undefined && { excerpt: place.excerpt }),
      })
    }
    for (const change of hunkChanges(lines, hunk, place.index, fileEnd)) {
      const inserted = source.encode(change.text)
      if (inserted === undefined)
        return failed(
          `Hunk ${hunk.number} has characters that ${source.format.codec.encoding} cannot represent: ${unencodable(change.text, source)}.`,
        )
      const start = source.byteOffset(change.start)
      replacements.push({ start, end: source.byteOffset(change.end), content: inserted })
    }
    from = place.index + hunk.lines.filter((line) => line.kind !== 'insert').length
  }
  return applyReplacements(source, replacements)
}

/** The path of a header that means another file: neither the caller's path nor the end of it. */
function foreignPath(diff: UnifiedDiff, path: string): string | undefined {
  const normal = path.replace(/^(\.\/)+/, '')
  const means = (header: string) => normal === header.replace(/^(\.\/)+/, '') || normal.endsWith(`/${header}`)
  return [diff.oldPath, diff.newPath].find((header) => header !== undefined && !means(header))
}

function failed(message: string): EditFailure {
  return editFailure('patch_apply_failed', message)
}

/** Returns every line of a text; nothing after a final line feed is not a line. */
function fileLines(text: string): FileLine[] {
  const lines: FileLine[] = []
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf('\n', start)
    const stop = feed === -1 ? text.length : feed
    const end = feed === -1 ? '' : text[feed - 1] === '\r' && feed > start ? '\r\n' : '\n'
    lines.push({ start, text: text.slice(start, end === '\r\n' ? stop - 1 : stop), end })
    start = stop + 1
  }
  return lines
}

/** A line with its line end. */
function wholeLine({ text, end }: FileLine): string {
  return text + end
}

/**
 * Finds the place of a hunk: the line that its header names, if all its old lines are there; else the only other place
 * with those lines. Whole lines are compared; only their line ends may differ.
 */
function placeHunk(lines: readonly FileLine[], hunk: Hunk, from: number): HunkPlace {
  const old = hunk.lines.filter((line) => line.kind !== 'insert')
  const stated = old.length === 0 ? hunk.oldStart : hunk.oldStart - 1
  if (stated >= from && standsAt(lines, old, stated)) return { status: 'placed', index: stated, searched: false }
  if (old.length === 0) {
    return { status: 'misplaced', why: `it inserts after line ${hunk.oldStart}, which the file does not have` }
  }
  const places = placesOf(lines, old, from)
  if (places.length === 1) return { status: 'placed', index: places[0] ?? 0, searched: true }
  if (places.length > 1) {
    const shown = places.slice(0, 10).map((index) => index + 1)
    return {
      status: 'misplaced',
      why: `its lines match several places, at lines ${shown.join(', ')}: add context lines`,
    }
  }
  return firstDifference(lines, old, stated)
}

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

/** Returns true if a line of the diff also contains the file's `\r`. */
function isExactLine(line: HunkLine, { text, end }: FileLine): boolean {
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

/**
 * Returns the changes of a hunk placed at a line: its runs of deleted and inserted lines. Context lines are not
 * touched. Inserted lines take the line ends of the lines they replace or follow, unless the hunk contains `\r` itself.
 */
function hunkChanges(lines: readonly FileLine[], hunk: Hunk, index: number, fileEnd: LineEnd): TextChange[] {
  const isLiteral = carriesLineEnds(lines, hunk, index)
  const changes: TextChange[] = []
  let at = index
  for (let next = 0; next < hunk.lines.length; ) {
    if (hunk.lines[next]?.kind === 'context') {
      at += 1
      next += 1
      continue
    }
    const run = runFrom(hunk.lines, next)
    const deleted = lines.slice(at, at + run.filter((line) => line.kind === 'delete').length)
    changes.push(runChange({ run, deleted, before: lines[at - 1], after: lines[at], fileEnd, isLiteral }))
    at += deleted.length
    next += run.length
  }
  return changes
}

function carriesLineEnds(lines: readonly FileLine[], hunk: Hunk, index: number): boolean {
  const old = hunk.lines.filter((line) => line.kind !== 'insert')
  return old.every((line, offset) => {
    const fileLine = lines[index + offset]
    return fileLine !== undefined && isExactLine(line, fileLine) && (line.endsFile || fileLine.end !== '')
  })
}

function runFrom(lines: readonly HunkLine[], start: number): HunkLine[] {
  let stop = start
  while (stop < lines.length && lines[stop]?.kind !== 'context') stop += 1
  return lines.slice(start, stop)
}

function runChange({ run, deleted, before, after, fileEnd, isLiteral }: Run): TextChange {
  const start = deleted[0]?.start ?? (before === undefined ? 0 : before.start + wholeLine(before).length)
  const last = deleted.at(-1)
  const end = last === undefined ? start : last.start + wholeLine(last).length
  const inserted = run.filter((line) => line.kind === 'insert')
  const endOf = (line: HunkLine, index: number): string => {
    if (line.endsFile) return ''
    if (isLiteral) return '\n'
    return (deleted[index]?.end ?? '') || before?.end || after?.end || fileEnd
  }
  const texts = inserted.map(
    (line, index) => (isLiteral ? line.text : line.text.replace(/\r$/, '')) + endOf(line, index),
  )
  return { start, end, text: withFileEnd(texts, { deleted, before, fileEnd, isLiteral }) }
}

/** If the file had no final line end and the diff does not say otherwise, it has none afterwards. */
function withFileEnd(
  texts: readonly string[],
  { deleted, before, fileEnd, isLiteral }: Pick<Run, 'deleted' | 'before' | 'fileEnd' | 'isLiteral'>,
): string {
  const text = texts.join('')
  const followsOpenLine = deleted.length === 0 && before?.end === '' && text !== ''
  if (followsOpenLine) return fileEnd + text.replace(/\r?\n$/, '')
  return !isLiteral && deleted.at(-1)?.end === '' ? text.replace(/\r?\n$/, '') : text
}
