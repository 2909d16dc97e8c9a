import { shorten } from '@drawbridge/core/base'
import { redactionMarker, type Scrubber } from '@drawbridge/core/scrub'
import { structuredPatch } from 'diff'
import {
  type AppliedChange,
  applyWithin,
  type ChangedRange,
  isLineFeed,
  type Replacement,
  type SourceText,
} from './source-text.ts'

/** A text with what stands around it, which is not shown but tells what is a secret. */
interface TextInPlace {
  readonly lead: string
  readonly text: string
  readonly trail: string
}

/** A window looks no further than this for the ends of its context lines. */
const maxContextBytes = 4096

/** To detect secrets, a window is scrubbed with this much of the file on each side: private keys are long. */
const neighbourBytes = 32 * 1024

interface ByteWindow {
  readonly start: number
  readonly end: number
  readonly firstLine: number
  readonly replacements: Replacement[]
}

/** Windows that are shown with that much around them; further ones make do with less, so that all together stay little work. */
const widelyShown = 8

const fewNeighbourBytes = 8 * 1024

/** A piece of a file before and after, with the numbers of its first lines. */
export interface DiffWindow {
  readonly before: string
  readonly after: string
  readonly beforeLine: number
  readonly afterLine: number
  /** The lines of both as they are shown. */
  readonly shownBefore: readonly string[]
  readonly shownAfter: readonly string[]
}

/** The display of a change for a person or model. Never applied. */
export interface DisplayDiff {
  readonly text: string
  readonly addedLines: number
  readonly removedLines: number
  /** True if lines were left out of `text`. */
  readonly truncated: boolean
}

const contextLines = 3

const maxLineLength = 300

/** Beyond this many differing lines a minimal diff costs too much; the whole piece is shown as replaced. */
const maxEditLength = 1000

/** The same for windows of many lines: each differing line costs a walk along those that do not. */
const maxSteps = 5_000_000

/** Renders windows as hunks of a unified diff, at most `maxLines` of them. */
export function formatDiff(windows: readonly DiffWindow[], maxLines: number): DisplayDiff {
  const hunks = windows.flatMap(hunksOf)
  const lines = hunks.flatMap((hunk) => [headerOf(hunk), ...hunk.lines.map(cutLine)])
  const shown = lines.slice(0, maxLines)
  const left = lines.length - shown.length
  const count = (sign: string) =>
    hunks.reduce((sum, hunk) => sum + hunk.lines.filter((line) => line.startsWith(sign)).length, 0)
  return {
    text: [...shown, ...(left > 0 ? [`[... ${left} more lines in the diff]`] : [])].join('\n'),
    addedLines: count('+'),
    removedLines: count('-'),
    truncated: left > 0,
  }
}

function countLineFeeds(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

interface DisplayHunk {
  readonly oldStart: number
  readonly newStart: number
  readonly oldLines: number
  readonly newLines: number
  readonly lines: readonly string[]
}

function hunksOf(window: DiffWindow): DisplayHunk[] {
  const { before, after, beforeLine, afterLine } = window
  const patch = structuredPatch('', '', before, after, '', '', {
    context: contextLines,
    maxEditLength: Math.min(maxEditLength, Math.ceil(maxSteps / (1 + countLineFeeds(before) + countLineFeeds(after)))),
  })
  const hunks = patch === undefined ? [wholeHunk(before, after)] : patch.hunks
  return hunks.map((hunk) => ({
    ...hunk,
    oldStart: hunk.oldStart + beforeLine - 1,
    newStart: hunk.newStart + afterLine - 1,
    lines: shownLines(hunk, window),
  }))
}

/** The diff is computed from the real lines: replacing one secret by another is a change too. */
function shownLines(hunk: DisplayHunk, { shownBefore, shownAfter }: DiffWindow): readonly string[] {
  let old = hunk.oldStart - 1
  let next = hunk.newStart - 1
  return hunk.lines.map((line) => {
    const sign = line[0]
    if (sign !== ' ' && sign !== '-' && sign !== '+') return line
    const shown = sign === '+' ? shownAfter[next] : shownBefore[old]
    if (sign !== '+') old += 1
    if (sign !== '-') next += 1
    return sign + (shown ?? '')
  })
}

function wholeHunk(before: string, after: string): DisplayHunk {
  const removed = linesOf(before).map((line) => `-${line}`)
  const added = linesOf(after).map((line) => `+${line}`)
  return { oldStart: 1, newStart: 1, oldLines: removed.length, newLines: added.length, lines: [...removed, ...added] }
}

function linesOf(text: string): string[] {
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n')
}

function headerOf({ oldStart, oldLines, newStart, newLines }: DisplayHunk): string {
  return `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`
}

function cutLine(line: string): string {
  return shorten(line.replace(/\r$/, ''), maxLineLength)
}

/** Returns the changed lines of an edit with at most `maxLines` lines before and after, without reading the rest of the file. */
export function changeWindows(
  source: SourceText,
  change: AppliedChange,
  { scrubber, maxLines }: { readonly scrubber: Scrubber; readonly maxLines: number },
): DiffWindow[] {
  let shift = 0
  return joinWindows(source, change).map((window, index) => {
    const { start, end, firstLine } = window
    const text = (from: number, to: number) => source.format.codec.decode(source.bytes.subarray(from, to))
    const before = text(start, end)
    const after = source.format.codec.decode(applyWithin(source, window))
    const neighbours = index < widelyShown ? neighbourBytes : fewNeighbourBytes
    const lead = text(Math.max(source.format.bomBytes, start - neighbours), start)
    const around = { lead, trail: text(end, end + neighbours) }
    // Each window has a line at least, so a later one is never shown.
    const conceal = (shown: string) => (index < maxLines ? concealLines({ ...around, text: shown }, scrubber) : [])
    const result = {
      before,
      after,
      beforeLine: firstLine,
      afterLine: firstLine + shift,
      shownBefore: conceal(before),
      shownAfter: conceal(after),
    }
    shift += after.split('\n').length - before.split('\n').length
    return result
  })
}

function joinWindows(source: SourceText, { replacements, ranges }: AppliedChange): ByteWindow[] {
  const windows: (ByteWindow & { end: number })[] = []
  for (const [index, replacement] of replacements.entries()) {
    const window = windowAround(source, replacement, ranges[index])
    const last = windows.at(-1)
    if (last === undefined || window.start >= last.end) windows.push(window)
    else {
      last.end = Math.max(last.end, window.end)
      last.replacements.push(replacement)
    }
  }
  return windows
}

function windowAround(source: SourceText, replacement: Replacement, range: ChangedRange | undefined): ByteWindow {
  const before = linesBefore(source, replacement.start)
  return {
    start: before.offset,
    end: lineEndAfter(source, replacement.end),
    firstLine: (range?.oldStartLine ?? 1) - before.lines,
    replacements: [replacement],
  }
}

/** Start of the line that lies some lines above an offset, and how many lines above it is. */
function linesBefore(source: SourceText, offset: number): { readonly offset: number; readonly lines: number } {
  const { bomBytes, codec } = source.format
  const unit = codec.unitBytes
  const limit = Math.max(bomBytes, offset - maxContextBytes)
  let lines = -1
  let start = offset
  for (let at = offset; at > limit; at -= unit) {
    if (!isLineFeed(source, at - unit)) continue
    lines += 1
    start = at
    if (lines === contextLines) return { offset: start, lines }
  }
  return limit === bomBytes ? { offset: bomBytes, lines: lines + 1 } : { offset: start, lines: Math.max(0, lines) }
}

function lineEndAfter(source: SourceText, offset: number): number {
  const unit = source.format.codec.unitBytes
  const limit = Math.min(source.bytes.length, offset + maxContextBytes)
  let lines = 0
  for (let at = offset; at + unit <= limit; at += unit) {
    if (!isLineFeed(source, at)) continue
    lines += 1
    if (lines === contextLines + 1) return at + unit
  }
  return limit - ((limit - offset) % unit)
}

/** Returns the lines of a text, in the same number, with a marker in place of the secret part of every line. */
export function concealLines({ lead, text, trail }: TextInPlace, scrubber: Scrubber): readonly string[] {
  let result = ''
  let copied = 0
  for (const redaction of scrubber.scrub(lead + text + trail).redactions) {
    const start = Math.max(copied, redaction.start - lead.length)
    const end = Math.min(text.length, redaction.end - lead.length)
    if (end <= start) continue
    const marked = text.slice(start, end).replaceAll(/[^\n]+/g, redactionMarker)
    result += text.slice(copied, start) + marked
    copied = end
  }
  return (result + text.slice(copied)).split('\n')
}
