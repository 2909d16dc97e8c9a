import { escapeToOneLine } from '@drawbridge/core/base'
import type { Style } from '@drawbridge/room/text'
import { type ConfigProblem, formatProblem } from '@drawbridge/sdk/config'

/** Problems and warnings of configuration files, one a line, as compilers print them. */
export function renderProblems(
  problems: readonly ConfigProblem[],
  warnings: readonly ConfigProblem[],
  style: Style,
): string {
  const lines = [
    ...problems.map((problem) => `${style.bad('error')}  ${escapeToOneLine(formatProblem(problem))}\n`),
    ...warnings.map((problem) => `${style.notice('warning')}  ${escapeToOneLine(formatProblem(problem))}\n`),
  ]
  return lines.join('')
}
