import type { LiveEvent } from '../../api/connection.ts'

/** A row of the live view: a call, with what is known of it so far. */
export interface LiveRow {
  readonly id: string
  readonly tool: string
  readonly status: string
  readonly at: number
  readonly agent?: string
  readonly session?: string
  readonly line?: string
  readonly durationMs?: number
}

/** The most rows that are kept. */
const mostRows = 2_000

const statuses: Readonly<Record<string, string>> = {
  'tool.called': 'queued',
  'tool.started': 'running',
  'tool.progress': 'running',
  'tool.completed': 'ok',
  'tool.failed': 'failed',
  'tool.denied': 'denied',
  'tool.cancelled': 'cancelled',
  'tool.interrupted': 'interrupted',
  'permission.requested': 'asked',
}

/** The calls that were seen, in the order in which they came, and counts since the page was opened. */
export function createLiveLog() {
  const rows = new Map<string, LiveRow>()
  const counts = { events: 0, asked: 0, denied: 0, failed: 0 }
  const add = ({ event }: LiveEvent) => {
    counts.events += 1
    const status = Object.hasOwn(statuses, event.type) ? statuses[event.type] : undefined
    const id = textOf(event.toolCallId)
    if (status === undefined || id === undefined) return
    if (status === 'asked' || status === 'denied' || status === 'failed') counts[status] += 1
    const before = rows.get(id)
    const principal = (event.principal ?? {}) as Readonly<Record<string, unknown>>
    const agent = textOf(event.agent) ?? textOf(principal.agent) ?? before?.agent
    const session = textOf(event.session) ?? textOf(principal.session) ?? before?.session
    const line = textOf(event.line) ?? textOf(event.message) ?? before?.line
    const took = typeof event.durationMs === 'number' ? event.durationMs : before?.durationMs
    rows.set(id, {
      id,
      tool: textOf(event.tool) ?? textOf(event.name) ?? before?.tool ?? '',
      status,
      at: before?.at ?? (typeof event.at === 'number' ? event.at : Date.now()),
      ...(agent === undefined ? {} : { agent }),
      ...(session === undefined ? {} : { session }),
      ...(line === undefined ? {} : { line }),
      ...(took === undefined ? {} : { durationMs: took }),
    })
    const oldest = rows.size > mostRows ? rows.keys().next().value : undefined
    if (oldest !== undefined) rows.delete(oldest)
  }
  return {
    add: (events: readonly LiveEvent[]) => {
      for (const event of events) add(event)
    },
    /** Returns the rows, the newest last. */
    rows: (): readonly LiveRow[] => [...rows.values()],
    counts: () => ({ ...counts }),
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
