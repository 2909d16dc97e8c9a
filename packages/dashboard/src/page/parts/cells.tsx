import type { ReactNode } from 'react'
import { formatDuration, formatMoney, formatNumber } from '../texts/format.ts'
import { texts } from '../texts/texts.ts'
import { ForeignText } from './foreign-text.tsx'
import { type Status, StatusMark } from './marks.tsx'
import { Ago } from './time.tsx'

/** The form in which a field of an item is shown. */
export type CellForm = 'text' | 'mono' | 'time' | 'status' | 'number' | 'duration' | 'money' | 'list' | 'json' | 'flag'

/** A field of an item of a list, by the path of its name. */
export interface Cell {
  /** The name of the field, with dots for fields within it. */
  readonly field: string
  readonly label: string
  readonly form?: CellForm
}

/** Returns the field of an item by the path of its name; undefined if there is none. */
export function fieldOf(item: unknown, path: string): unknown {
  let value = item
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Readonly<Record<string, unknown>>)[name]
  }
  return value
}

const words: Readonly<Record<string, Status>> = {
  ok: 'ok',
  ready: 'ok',
  enabled: 'ok',
  done: 'ok',
  active: 'ok',
  completed: 'ok',
  asked: 'asked',
  waits: 'asked',
  pending: 'queued',
  queued: 'queued',
  connecting: 'queued',
  scheduled: 'queued',
  running: 'running',
  in_progress: 'running',
  idle: 'queued',
  waiting: 'queued',
  open: 'running',
  off: 'cancelled',
  cooling_down: 'failed',
  dead: 'failed',
  stale: 'interrupted',
  in_review: 'asked',
  approved: 'ok',
  rejected: 'denied',
  denied: 'denied',
  disabled: 'denied',
  quarantined: 'denied',
  failed: 'failed',
  degraded: 'failed',
  blocked: 'failed',
  cancelled: 'cancelled',
  interrupted: 'interrupted',
}

/** Returns the mark for the word of a state; `queued` for a word that is not known. */
export function statusOf(word: string): Status {
  return (Object.hasOwn(words, word) ? words[word] : undefined) ?? 'queued'
}

/** Shows one field of an item. What is absent is a dash, never a zero. */
export function CellView({ item, cell }: { readonly item: unknown; readonly cell: Cell }): ReactNode {
  const value = fieldOf(item, cell.field)
  if (value === undefined || value === null || value === '') return <span className="text-muted">–</span>
  switch (cell.form) {
    case 'time':
      return typeof value === 'string' || typeof value === 'number' ? <Ago time={value} /> : null
    case 'status':
      return <StatusMark status={statusOf(String(value))} word={String(value)} />
    case 'number':
      return formatNumber(Number(value))
    case 'duration':
      return formatDuration(Number(value))
    case 'money':
      return formatMoney(value as { amount: string; currency: string })
    case 'list':
      return <ForeignText text={Array.isArray(value) ? value.map(shortName).join(', ') : shortName(value)} />
    case 'flag':
      return value === true ? texts.words.yes : texts.words.no
    case 'json':
      return <ForeignText text={JSON.stringify(value, null, 2)} mono />
    case 'mono':
      return <ForeignText text={shortName(value)} mono />
    case 'text':
    case undefined:
      return <ForeignText text={shortName(value)} />
    default:
      return null
  }
}

function shortName(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  for (const field of ['name', 'title', 'id', 'agent'] as const) {
    const name = fieldOf(value, field)
    if (typeof name === 'string') return name
  }
  return JSON.stringify(value)
}
