import type { Style } from '../text/create-style.ts'
import type { NamedFinding } from './examine.ts'

/** The findings for a person, one a line, with what to do below. */
export function renderFindings(findings: readonly NamedFinding[], style: Style): string {
  const paint = { ok: style.good, warn: style.notice, fail: style.bad } as const
  const width = Math.max(...findings.map(({ name }) => name.length))
  const lines = findings.flatMap(({ name, status, message, advice }) => [
    `${paint[status](status.padEnd(4))}  ${name.padEnd(width)}  ${message}`,
    ...(advice === undefined ? [] : [`${' '.repeat(width + 8)}${advice}`]),
  ])
  return `${lines.join('\n')}\n`
}
