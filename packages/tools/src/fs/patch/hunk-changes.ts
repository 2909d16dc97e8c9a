import type { LineEnd } from '../edit/index.ts'
import { type FileLine, wholeLine } from './file-lines.ts'
import { isExactLine } from './place-hunk.ts'
import type { Hunk, HunkLine } from './unified-diff.ts'

/** Text that takes the place of other text; positions in UTF-16 units. */
export interface TextChange {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * What a hunk placed at a line changes: its runs of deleted and inserted lines. Context lines are not touched. Inserted lines
 * take the line ends of the lines they replace or follow, unless the hunk carries `\r` itself and so says what it wants.
 */
export function hunkChanges(lines: readonly FileLine[], hunk: Hunk, index: number, fileEnd: LineEnd): TextChange[] {
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

interface Run {
  readonly run: readonly HunkLine[]
  readonly deleted: readonly FileLine[]
  readonly before: FileLine | undefined
  readonly after: FileLine | undefined
  readonly fileEnd: LineEnd
  readonly isLiteral: boolean
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

/** Where the file had no final line end and the diff does not say otherwise, it has none afterwards. */
function withFileEnd(
  texts: readonly string[],
  { deleted, before, fileEnd, isLiteral }: Pick<Run, 'deleted' | 'before' | 'fileEnd' | 'isLiteral'>,
): string {
  const text = texts.join('')
  const followsOpenLine = deleted.length === 0 && before?.end === '' && text !== ''
  if (followsOpenLine) return fileEnd + text.replace(/\r?\n$/, '')
  return !isLiteral && deleted.at(-1)?.end === '' ? text.replace(/\r?\n$/, '') : text
}
