import { shownPath } from '../result-text.ts'
import type { FoundLine } from './parse-match.ts'

/** Found lines under the name of their file: `12:` marks a match, `12-` context, `--` a gap. */
export function renderLines(lines: readonly FoundLine[]): string {
  const rendered: string[] = []
  let last: FoundLine | undefined
  for (const found of lines) {
    if (found.path !== last?.path) rendered.push(...(last === undefined ? [] : ['']), shownPath(found.path))
    else if (isGap(last, found, lines)) rendered.push('--')
    const mark = found.kind === 'match' ? ':' : '-'
    rendered.push(`${found.line ?? '?'}${mark} ${found.text}`)
    last = found
  }
  return rendered.join('\n')
}

/** Gaps only matter if context lines are shown. */
function isGap(last: FoundLine, next: FoundLine, lines: readonly FoundLine[]): boolean {
  const hasContext = lines.some((line) => line.kind === 'context')
  const end = (last.line ?? 0) + last.text.split('\n').length - 1
  return hasContext && next.line !== undefined && next.line > end + 1
}

/** By path, lines of a file in their order: a search in parallel finds them in any. */
export function sortLines(lines: readonly FoundLine[]): FoundLine[] {
  return lines.toSorted((left, right) => compare(left.path, right.path) || (left.line ?? 0) - (right.line ?? 0))
}

export function compare(left: string, right: string): number {
  if (left === right) return 0
  return left < right ? -1 : 1
}
