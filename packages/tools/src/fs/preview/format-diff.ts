import { structuredPatch } from 'diff'

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

/** What a person or model is shown of a change. Never applied to anything. */
export interface DisplayDiff {
  readonly text: string
  readonly addedLines: number
  readonly removedLines: number
  /** Whether lines were left out of `text`. */
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
    text: [...shown, ...(left > 0 ? [`[... ${left} more lines of the diff]`] : [])].join('\n'),
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

/** What changed is worked out from the real lines: one secret in the place of another is a change too. */
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
  return line.length > maxLineLength ? `${line.slice(0, maxLineLength).toWellFormed()}…` : line.replace(/\r$/, '')
}
