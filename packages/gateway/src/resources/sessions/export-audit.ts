import type { AuditAnchor } from '@drawbridge/store/sessions'
import type { Gateway } from '../../server/gateway.ts'
import type { Sight } from './own-session.ts'
import { countThrough, type EventRow, eventsThrough, headOfRecord, narrowingOf } from './session-rows.ts'

/** The events that an export contains: those that its caller sees. Empty texts stand for all. */
export interface ExportFilter extends Sight {
  readonly event: string
  readonly session: string
}

/** The first line of an export: what it contains, and the end of the chain up to which it was made. */
export interface ExportHead {
  readonly asOf: string
  readonly filter: {
    readonly event?: string
    readonly session?: string
    readonly user?: string
    readonly agents?: string
  }
  readonly count: number
  /** The positions of its first and last event; null if there is none. */
  readonly first: string | null
  readonly last: string | null
  readonly head: { readonly position: string; readonly hash: string }
}

/** The events of one read: they are sent before the next ones are read. */
const pageSize = 500
const noHead: AuditAnchor = { position: 0, hash: '' }

/**
 * Yields an export line by line, its head first. It ends at the end of the record at the moment of its beginning: what is recorded
 * meanwhile is not part of it.
 */
export async function* exportAudit(
  { database, clock }: Pick<Gateway, 'database' | 'clock'>,
  { format, filter }: { readonly format: 'jsonl' | 'csv'; readonly filter: ExportFilter },
): AsyncGenerator<string> {
  const { event, session, owner, agents } = filter
  const narrowing = narrowingOf({ type: event, session })
  const head = (await database.get(headOfRecord)) ?? noHead
  const found = await database.get(countThrough[narrowing], head.position, event, session, owner, agents)
  const described: ExportHead = {
    asOf: new Date(clock.now()).toISOString(),
    filter: named({ event, session, user: owner, agents }),
    ...{ count: found?.count ?? 0, first: textOf(found?.first), last: textOf(found?.last) },
    head: { position: String(head.position), hash: head.hash },
  }
  const line = format === 'csv' ? csvLine : jsonLine
  yield format === 'csv'
    ? `# ${JSON.stringify(described)}\r\n${columns.join(',')}\r\n`
    : `${JSON.stringify({ export: described })}\n`
  for (let after = 0; after < head.position; ) {
    const rows = await database.all(
      eventsThrough[narrowing],
      after,
      event,
      session,
      owner,
      agents,
      head.position,
      pageSize,
    )
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows.map(line).join('')
    after = last.position
  }
}

function named(values: Readonly<Record<string, string>>): ExportHead['filter'] {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
}

function textOf(position: number | null | undefined): string | null {
  return position == null ? null : String(position)
}

/** The text of the event itself, byte for byte: its hash is made of it. */
function jsonLine({ position, session_id, type, content }: EventRow): string {
  return `{"position":"${position}","session":${JSON.stringify(session_id)},"type":${JSON.stringify(type)},"event":${content}}\n`
}

const columns = ['position', 'time', 'event', 'session', 'call', 'tool', 'content'] as const

function csvLine({ position, session_id, type, content }: EventRow): string {
  const { time, toolCallId, tool } = JSON.parse(content) as Readonly<Record<string, unknown>>
  const at = typeof time === 'number' ? new Date(time).toISOString() : ''
  return `${[position, at, type, session_id, toolCallId, tool, content].map(csvCell).join(',')}\r\n`
}

/** Returns a cell that no program for tables takes for a formula. */
function csvCell(value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
