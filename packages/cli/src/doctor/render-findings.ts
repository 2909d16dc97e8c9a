import type { Style } from '@drawbridge/room/text'
import { wrapHanging } from '../text/wrap-hanging.ts'
import type { NamedFinding } from './examine.ts'

/** The findings for a person, one a line, with what to do below. */
export function renderFindings(findings: readonly NamedFinding[], columns: number, style: Style): string {
  const paint = { ok: style.good, warn: style.notice, fail: style.bad } as const
  const width = Math.max(...findings.map(({ name }) => name.length))
  const indent = width + 8
  const lines = findings.flatMap(({ name, status, message, advice }) => [
    wrapHanging(message, {
      columns,
      indent,
      lead: `${paint[status](status.padEnd(4))}  ${name.padEnd(width)}  `,
      leadWidth: indent,
    }),
    ...(advice === undefined ? [] : [wrapHanging(advice, { columns, indent, lead: ' '.repeat(indent) })]),
  ])
  return `${lines.join('\n')}\n`
}
