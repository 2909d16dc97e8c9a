import {
  type ComparedText,
  comparedText,
  findIndentShift,
  indentationPlaces,
  isBlank,
  lineEndPlaces,
  occurrences,
  shiftIndent,
  type TextRange,
  typographyPlaces,
} from './line-pattern.ts'
import {
  lineEndNear,
  lineEndsOf,
  type MatchStrategy,
  type SourceText,
  type TextEdit,
  toLineFeeds,
  withLineEnds,
} from './source-text.ts'

/** The lengths that two texts share at their start and end, in UTF-16 units. The two parts never overlap. */
interface UnchangedEnds {
  readonly head: number
  readonly tail: number
}

type TolerantStrategy = Exclude<MatchStrategy, 'exact'>

/** Old and new text as the strategies compare them: line feeds only, no byte order mark. */
interface PlainEdit {
  readonly old: string
  readonly new: string
}

/** The number of characters of old text that are compared at each place one by one. */
const mostExamined = 4_000_000

const comparedSources = new WeakMap<SourceText, ComparedText>()

interface Change {
  readonly start: number
  readonly end: number
  readonly text: string
  /** Index in the region of the line that the text begins on. */
  readonly firstLine: number
}

/** Text of the file that an edit means, in bytes, with what takes its place. */
export interface Match {
  /** The start of the old text. */
  readonly at: number
  /** The start of the replaced part: the old text without its unchanged prefix and suffix. */
  readonly start: number
  readonly end: number
  readonly text: string
}

/** The number of places that are searched for if only one is allowed; more count as "or more". */
const maxRivals = 100

/** Places that one edit replaces at most; more are the business of programs. */
export const maxPlaces = 20_000

/**
 * The maximum length of all replacements of one edit together, in UTF-16 units; beyond it, nothing more is computed.
 */
export const maxNewText = 64 * 1024 * 1024

/** Returns the number of places that are worth finding for an edit. */
export function maxMatchesOf(edit: TextEdit): number {
  return edit.replaceAll ? maxPlaces + 1 : maxRivals
}

/**
 * Finds every place at which the old text occurs byte for byte. If only one is allowed, overlapping ones count too: "aa" occurs
 * twice in "aaa".
 * A place that would cut a `\r\n` in two does not count. New text gets the file's own line end if the old text has none. Otherwise
 * the old text has shown that the model knows the line ends, and the new text is taken literally.
 */
export function matchExact(source: SourceText, edit: TextEdit): Match[] {
  const needle = source.encode(edit.old)
  if (needle === undefined || needle.length === 0) return []
  const found: Match[] = []
  const step = edit.replaceAll ? needle.length : 1
  const { findsBytes } = source.format.codec
  const places = findsBytes ? positionsOf(source, needle, step) : placesInText(source, edit)
  for (const place of places) {
    const { start, end } = typeof place === 'number' ? { start: place, end: place + needle.length } : place
    found.push({ at: start, start, end, text: replacementText(source, edit, start, end) })
    if (found.length === maxMatchesOf(edit) || found.length * edit.new.length > maxNewText) break
  }
  return found
}

function* positionsOf(source: SourceText, needle: Uint8Array, step: number): Generator<number> {
  const unit = source.format.codec.unitBytes
  let from = source.format.bomBytes
  for (const at of foundIn(source.bytes, needle, from)) {
    const isAligned = (at - source.format.bomBytes) % unit === 0
    if (at < from || !isAligned || splitsLineEnd(source, at) || splitsLineEnd(source, at + needle.length)) continue
    yield at
    from = at + step
  }
}

/** Places in a file whose bytes do not tell where a character begins. */
function* placesInText(
  source: SourceText,
  edit: TextEdit,
): Generator<{ readonly start: number; readonly end: number }> {
  const text = source.text() ?? ''
  let from = 0
  for (let at = text.indexOf(edit.old); at !== -1; at = text.indexOf(edit.old, from)) {
    const end = at + edit.old.length
    from = edit.replaceAll ? end : at + 1
    const isCut = (place: number) => text[place - 1] === '\r' && text[place] === '\n'
    if (!isCut(at) && !isCut(end)) yield { start: source.byteOffset(at), end: source.byteOffset(end) }
  }
}

/** Longer ones are looked for by a search that does not begin again at each place. */
const shortNeedle = 16

function* foundIn(bytes: Uint8Array, needle: Uint8Array, from: number): Generator<number> {
  if (needle.length > shortNeedle) return yield* occurrences(bytes, needle, from)
  const haystack = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = haystack.indexOf(needle, from); at !== -1; at = haystack.indexOf(needle, at + 1)) yield at
}

function splitsLineEnd(source: SourceText, at: number): boolean {
  const carriageReturn = source.encode('\r\n') ?? new Uint8Array()
  const unit = carriageReturn.length / 2
  return Buffer.compare(source.bytes.subarray(at - unit, at + unit), carriageReturn) === 0
}

function replacementText(source: SourceText, edit: TextEdit, start: number, end: number): string {
  if (edit.old.includes('\n') || !edit.new.includes('\n')) return edit.new
  const lineEnd = lineEndNear(source, start, end)
  return withLineEnds(toLineFeeds(edit.new), () => lineEnd)
}

/**
 * Finds every place that matches the old text within the strategy's tolerance. Lines correspond one to one, so no text between two
 * matched lines is assumed. The parts that old and new text share at start and end keep the file's own bytes.
 */
export function matchTolerant(source: SourceText, edit: TextEdit, strategy: TolerantStrategy): Match[] {
  const text = source.text()
  const plain = { old: plainText(edit.old), new: plainText(edit.new) }
  if (text === undefined || plain.old === '' || (strategy !== 'line_ends' && isBlank(plain.old.replaceAll('\n', '')))) {
    return []
  }
  const found: Match[] = []
  let after = 0
  let examined = 0
  for (const { start: from, end: to } of placesOf(strategy, comparedSource(source, text), plain.old)) {
    if (edit.replaceAll && from < after) continue
    examined += plain.old.length
    // Too many overlapping places without a result are ambiguous.
    if (!edit.replaceAll && examined > mostExamined) return []
    const region = text.slice(from, to)
    const change = changeWithin(region, plain, strategy)
    if (change === undefined) continue
    after = to
    const at = source.byteOffset(from)
    const start = source.byteOffset(from + change.start)
    const end = source.byteOffset(from + change.end)
    const ends = lineEndsOf(region)
    const endOf = (index: number) => ends[change.firstLine + index] ?? ends.at(-1) ?? lineEndNear(source, start, end)
    found.push({ at, start, end, text: withLineEnds(change.text, endOf) })
    if (found.length >= maxMatchesOf(edit) || found.length * edit.new.length > maxNewText) break
  }
  return found
}

function comparedSource(source: SourceText, text: string): ComparedText {
  const compared = comparedSources.get(source) ?? comparedText(text)
  comparedSources.set(source, compared)
  return compared
}

function placesOf(strategy: TolerantStrategy, compared: ComparedText, old: string): Iterable<TextRange> {
  switch (strategy) {
    case 'line_ends':
      return lineEndPlaces(compared, old)
    case 'blanks_and_typography':
      return typographyPlaces(compared, old)
    case 'indentation':
      return indentationPlaces(compared, old)
    default:
      strategy satisfies never
      throw new TypeError(`Unknown strategy ${String(strategy)}`)
  }
}

/**
 * Computes the change inside a matched region of the file; undefined if the new text cannot follow the file's
 * indentation.
 */
function changeWithin(region: string, plain: PlainEdit, strategy: TolerantStrategy): Change | undefined {
  const unit = strategy === 'indentation' ? 'line' : 'character'
  const { head, tail } = unchangedEnds(plain.old, plain.new, unit)
  const middle = plain.new.slice(head, plain.new.length - tail)
  const text = strategy === 'indentation' ? shiftLines(middle, plain.old, region) : middle
  if (text === undefined) return undefined
  return {
    start: placeInRegion(head, plain.old, region),
    end: placeInRegion(plain.old.length - tail, plain.old, region),
    text,
    firstLine: plain.old.slice(0, head).split('\n').length - 1,
  }
}

function shiftLines(middle: string, old: string, region: string): string | undefined {
  const shift = findIndentShift(old.split('\n'), toLineFeeds(region).split('\n'))
  if (shift === undefined) return undefined
  const lines = middle.split('\n').map((line) => (isBlank(line) ? line : shiftIndent(line, shift)))
  return lines.includes(undefined) ? undefined : lines.join('\n')
}

/**
 * Returns the place in the region of a position in the old text: on the same line, in the same column as far as the
 * line goes.
 */
function placeInRegion(position: number, old: string, region: string): number {
  if (position === old.length) return region.length
  const before = old.slice(0, position).split('\n')
  const line = before.length - 1
  const column = before.at(-1)?.length ?? 0
  const lines = region.split('\n')
  const lineStart = lines.slice(0, line).reduce((sum, text) => sum + text.length + 1, 0)
  const content = (lines[line] ?? '').replace(/\r$/, '')
  return lineStart + Math.min(column, content.length)
}

function plainText(text: string): string {
  return toLineFeeds(text.startsWith('\uFEFF') ? text.slice(1) : text)
}

/**
 * Returns the parts that an edit does not change: the common prefix and suffix of its old and new text. If old text was
 * found by tolerance, the file's own bytes stay there, so that an unrelated quote or blank is not changed. Never splits
 * a surrogate pair; with `line` never a line.
 */
function unchangedEnds(old: string, next: string, unit: 'character' | 'line'): UnchangedEnds {
  const longest = Math.min(old.length, next.length)
  let head = 0
  while (head < longest && old[head] === next[head]) head += 1
  if (unit === 'line') head = old.slice(0, head).lastIndexOf('\n') + 1
  else if (isHighSurrogate(old, head - 1)) head -= 1
  let tail = 0
  while (tail < longest - head && old[old.length - 1 - tail] === next[next.length - 1 - tail]) tail += 1
  if (unit === 'line') tail = wholeLines(old, next, tail)
  else if (isLowSurrogate(old, old.length - tail)) tail -= 1
  return { head, tail }
}

function wholeLines(old: string, next: string, tail: number): number {
  const startsLine = (text: string, at: number) => at === 0 || text[at - 1] === '\n'
  let shared = tail
  while (shared > 0 && !(startsLine(old, old.length - shared) && startsLine(next, next.length - shared))) shared -= 1
  return shared
}

function isHighSurrogate(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xd800
}

function isLowSurrogate(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00
}
