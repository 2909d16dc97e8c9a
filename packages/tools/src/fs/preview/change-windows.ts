import type { Scrubber } from '@drawbridge/core/scrub'
import {
  type AppliedChange,
  applyWithin,
  type ChangedRange,
  isLineFeed,
  type Replacement,
  type SourceText,
} from '../edit/index.ts'
import { decodeText, unitBytes } from '../text/index.ts'
import { concealLines } from './conceal-lines.ts'
import type { DiffWindow } from './format-diff.ts'

const contextLines = 3
/** A window looks no further than this for the ends of its context lines. */
const maxContextBytes = 4096
/** What is a secret in a window is seen with so much of the file on each side: private keys are long. */
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

/** The surroundings of what an edit changed, of which no more than `maxLines` lines are shown, before and after, without looking at the rest of the file. */
export function changeWindows(
  source: SourceText,
  change: AppliedChange,
  { scrubber, maxLines }: { readonly scrubber: Scrubber; readonly maxLines: number },
): DiffWindow[] {
  let shift = 0
  return joinWindows(source, change).map((window, index) => {
    const { start, end, firstLine } = window
    const text = (from: number, to: number) => decodeText(source.bytes.subarray(from, to), source.format.encoding)
    const before = text(start, end)
    const after = decodeText(applyWithin(source, window), source.format.encoding)
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
  const { bomBytes, encoding } = source.format
  const unit = unitBytes(encoding)
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
  const unit = unitBytes(source.format.encoding)
  const limit = Math.min(source.bytes.length, offset + maxContextBytes)
  let lines = 0
  for (let at = offset; at + unit <= limit; at += unit) {
    if (!isLineFeed(source, at)) continue
    lines += 1
    if (lines === contextLines + 1) return at + unit
  }
  return limit - ((limit - offset) % unit)
}
