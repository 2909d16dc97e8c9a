import { findIndentShift, shiftIndent } from './indent-shift.ts'
import { lineEndNear, lineEndsOf, toLineFeeds, withLineEnds } from './line-end.ts'
import { indentationPattern, isBlank, lineEndPattern, typographyPattern } from './line-pattern.ts'
import { type Match, maxMatchesOf } from './match-exact.ts'
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
  const pattern = patternOf(strategy)(plain.old)
  const found: Match[] = []
  for (let hit = pattern.exec(text); hit !== null && found.length < maxMatchesOf(edit); hit = pattern.exec(text)) {
    if (!edit.replaceAll) pattern.lastIndex = hit.index + 1
    const change = changeWithin(hit[0], plain, strategy)
    if (change === undefined) continue
    const at = source.byteOffset(hit.index)
    const start = source.byteOffset(hit.index + change.start)
    const end = source.byteOffset(hit.index + change.end)
    const ends = lineEndsOf(hit[0])
    const endOf = (index: number) => ends[change.firstLine + index] ?? ends.at(-1) ?? lineEndNear(source, start, end)
    found.push({ at, start, end, text: withLineEnds(change.text, endOf) })
  }
  return found
}

function patternOf(strategy: TolerantStrategy): (old: string) => RegExp {
  switch (strategy) {
    case 'line_ends':
      return lineEndPattern
    case 'blanks_and_typography':
      return typographyPattern
    case 'indentation':
      return indentationPattern
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
