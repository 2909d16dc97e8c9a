import { findIndentShift, shiftIndent } from './indent-shift.ts'
import { lineEndNear, lineEndsOf, toLineFeeds, withLineEnds } from './line-end.ts'
import {
  type ComparedText,
  comparedText,
  indentationPlaces,
  isBlank,
  lineEndPlaces,
  type TextRange,
  typographyPlaces,
} from './line-pattern.ts'
import { type Match, maxMatchesOf, maxNewText } from './match-exact.ts'
import type { SourceText } from './source-text.ts'
import type { MatchStrategy, TextEdit } from './text-edit.ts'
import { unchangedEnds } from './unchanged-ends.ts'

export type TolerantStrategy = Exclude<MatchStrategy, 'exact'>

/** Old and new text as the strategies compare them: line feeds only, no byte order mark. */
interface PlainEdit {
  readonly old: string
  readonly new: string
}

/**
 * Every place where the old text stands up to what the strategy tolerates. Lines correspond one to one, so nothing between two
 * matched lines is ever taken on trust. What old and new text share at front and back keeps the file's own bytes.
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
    // Of so many places that overlap, and of which nothing came, none is the one that is meant.
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

/** Characters of old text that are held against places of the file one by one. */
const mostExamined = 4_000_000

const comparedSources = new WeakMap<SourceText, ComparedText>()

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

interface Change {
  readonly start: number
  readonly end: number
  readonly text: string
  /** Index in the region of the line that the text begins on. */
  readonly firstLine: number
}

/** What changes inside a matched region of the file; undefined where the new text cannot follow the file's indentation. */
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

/** Where a position of the old text lies in the region: on the same line, in the same column as far as the line goes. */
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
