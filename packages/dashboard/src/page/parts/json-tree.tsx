import type { ReactNode } from 'react'
import { texts } from '../texts/texts.ts'
import { ForeignText } from './foreign-text.tsx'

/** Any JSON value as an indented tree. Long lists fold with their count. */
export function JsonTree({ value, depth = 0 }: { readonly value: unknown; readonly depth?: number }): ReactNode {
  if (typeof value !== 'object' || value === null)
    return <ForeignText text={typeof value === 'string' ? value : String(JSON.stringify(value))} mono />
  const entries = Object.entries(value)
  const isList = Array.isArray(value)
  if (entries.length === 0) return <span className="font-mono text-sm">{isList ? '[]' : '{}'}</span>
  const rows = (
    <ul className={depth === 0 ? '' : 'ms-4'}>
      {entries.map(([key, one]) => (
        <li key={key}>
          <span className="me-1 font-mono text-sm text-muted">
            <ForeignText text={key} mono />:
          </span>
          <JsonTree value={one} depth={depth + 1} />
        </li>
      ))}
    </ul>
  )
  if (entries.length <= 30) return rows
  return (
    <details data-fold="">
      <summary>{texts.words.entries(entries.length)}</summary>
      {rows}
    </details>
  )
}
