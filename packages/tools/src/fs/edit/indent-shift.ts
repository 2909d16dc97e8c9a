import { isBlank } from './line-pattern.ts'

/** How the file's lines are indented compared with the model's: each deeper, or each shallower, by the same blanks. */
export interface IndentShift {
  readonly direction: 'deeper' | 'shallower'
  readonly blanks: string
}

/** The one shift that turns every old line into the file's line; undefined where lines disagree. */
export function findIndentShift(oldLines: readonly string[], fileLines: readonly string[]): IndentShift | undefined {
  const pairs = oldLines.flatMap((line, index) =>
    isBlank(line) ? [] : [[indentOf(line), indentOf(fileLines[index] ?? '')]],
  )
  const [first] = pairs
  if (first === undefined) return undefined
  const shift = shiftBetween(first[0] ?? '', first[1] ?? '')
  const holds = (pair: readonly string[]) => shift !== undefined && shiftIndent(pair[0] ?? '', shift) === pair[1]
  return pairs.every(holds) ? shift : undefined
}

/** A line with its indentation shifted; undefined where a shallower line has not the blanks to give. */
export function shiftIndent(line: string, shift: IndentShift): string | undefined {
  if (shift.direction === 'deeper') return shift.blanks + line
  return line.startsWith(shift.blanks) ? line.slice(shift.blanks.length) : undefined
}

function shiftBetween(old: string, file: string): IndentShift | undefined {
  if (file.endsWith(old)) return { direction: 'deeper', blanks: file.slice(0, file.length - old.length) }
  if (old.endsWith(file)) return { direction: 'shallower', blanks: old.slice(0, old.length - file.length) }
  return undefined
}

function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? ''
}
