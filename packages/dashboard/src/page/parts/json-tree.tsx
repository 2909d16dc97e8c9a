import type { ReactNode } from 'react'
import { texts } from '../texts/texts.ts'
import { ForeignText, spelledOut } from './foreign-text.tsx'

/**
 * Any JSON value as an indented tree. Long lists fold with their count, unless they hold a marked word.
 * @param marks Words that must never be folded away.
 */
export function JsonTree({
  value,
  depth = 0,
  marks = [],
}: {
  readonly value: unknown
  readonly depth?: number
  readonly marks?: readonly string[]
}): ReactNode {
  if (typeof value === 'string') return <JsonText text={value} />
  if (typeof value !== 'object' || value === null) return <ForeignText text={String(JSON.stringify(value))} mono />
  const entries = Object.entries(value)
  const isList = Array.isArray(value)
  if (entries.length === 0) return <span className="font-mono text-sm">{isList ? '[]' : '{}'}</span>
  const rows = (
    <ul className={depth === 0 ? '' : 'ms-4'}>
      {entries.map(([key, one]) => (
        <li key={key}>
          <span className="me-1 font-mono text-sm text-muted">
            <ForeignText text={jsonName(key)} mono oneLine />:
          </span>
          <JsonTree value={one} depth={depth + 1} marks={marks} />
        </li>
      ))}
    </ul>
  )
  if (entries.length <= 30) return rows
  return (
    <details data-fold="" open={holdsAny(value, marks)}>
      <summary>{texts.words.entries(entries.length)}</summary>
      {rows}
    </details>
  )
}

/** Returns the name of a field, in quotes if it could be taken for something else. */
export function jsonName(key: string): string {
  return /^[\w.$@/-]+$/.test(key) ? key : JSON.stringify(key)
}

/** A text: in quotes if it could be taken for another value or for nothing, and set apart if it has several lines. */
function JsonText({ text }: { readonly text: string }): ReactNode {
  if (text.includes('\n'))
    return (
      <span className="foreign ms-4 block border-s-2 border-control ps-2 font-mono text-sm">{spelledOut(text)}</span>
    )
  return <ForeignText text={isAmbiguous(text) ? JSON.stringify(text) : text} mono />
}

function isAmbiguous(text: string): boolean {
  return text.trim() !== text || /^(?:|".*|[[{].*|true|false|null|[-+]?\d.*)$/s.test(text)
}

function holdsAny(value: unknown, words: readonly string[]): boolean {
  if (typeof value === 'string') return words.some((word) => word.length > 1 && value.includes(word))
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, one]) => words.includes(key) || holdsAny(one, words))
}
