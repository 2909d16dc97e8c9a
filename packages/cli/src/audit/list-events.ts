import type { DrawbridgeEvent } from '@drawbridge/core'
import { flowEvidence } from '@drawbridge/core/approval'
import { escapeToOneLine } from '@drawbridge/core/base'
import { coreEvents, describeEvent, type EventCatalogue } from '@drawbridge/core/event'
import { homePath } from '@drawbridge/sdk/folders'
import { eventsOf, findRooms } from '@drawbridge/sdk/rooms'
import type { Io } from '../io/io.ts'
import { openRecord } from '../sessions/open-record.ts'
import type { RecordFlags } from '../sessions/record-flags.ts'
import { readTime } from '../text/read-time.ts'

export interface AuditFlags extends RecordFlags {
  readonly session?: string
  readonly since?: string
  readonly type?: string
}

/** Lists recorded events in the order in which they were committed. */
export async function listEvents(flags: AuditFlags, io: Io): Promise<void> {
  const since = flags.since === undefined ? Number.NEGATIVE_INFINITY : readTime(flags.since)
  const home = homePath({ flag: flags.home, env: io.environment })
  const catalogue = eventsOf((await findRooms({ home, config: flags.config })).rooms)
  await using record = await openRecord(flags, io)
  let isEmpty = true
  for await (const { position, text } of record?.events(flags.session) ?? []) {
    if (io.output.closed) return
    const event = JSON.parse(text) as DrawbridgeEvent
    if (event.time < since || !isOfType(event, flags.type)) continue
    isEmpty = false
    // The text itself, byte for byte.
    await io.output.write(
      flags.json === true ? `{"position":${position},"event":${text}}\n` : row(position, event, catalogue),
    )
  }
  if (isEmpty && flags.json !== true) await io.diagnostics.write(`${nothingFound(flags)}\n`)
}

function nothingFound({ session, since, type }: AuditFlags): string {
  if (session === undefined && since === undefined && type === undefined) return 'No events are recorded.'
  return 'No recorded event matches. Run `drawbridge audit list` without --session, --since and --type to see all events.'
}

/** `tool` stands for all that begin with `tool.`. */
function isOfType({ type }: DrawbridgeEvent, wanted: string | undefined): boolean {
  return wanted === undefined || type === wanted || type.startsWith(`${wanted}.`)
}

function row(position: number, event: DrawbridgeEvent, catalogue: EventCatalogue): string {
  const { type, session, time } = event
  const { tool = '', toolCallId = '', ...others } = describeEvent(event, catalogue)
  const known = [event.type === 'tool.called' ? event.name : String(tool), String(toolCallId)]
  // For an unknown type everything is shown, since it has no columns.
  const shown = Object.entries(others).filter(([name]) => !(name in stampNames))
  const rest = coreEvents.has(type) ? judgedBecause(event) : shown.map(([name, value]) => `${name}=${value}`)
  const parts = [
    String(position).padStart(7),
    new Date(time).toISOString(),
    type.padEnd(20),
    session,
    ...known,
    ...rest,
  ]
  return `${escapeToOneLine(parts.join('  ').trimEnd())}\n`
}

/** A judged write shows its verdict, and the evidence for each value that nobody vouches for. */
function judgedBecause(event: DrawbridgeEvent): readonly string[] {
  if (event.type !== 'flow.judged') return []
  const sources = flowEvidence(event)
  const reasons = event.findings.map(({ because }) => because)
  return [event.verdict, ...(sources.length === 0 ? reasons : sources)]
}

const stampNames = { type: true, sequence: true, time: true }
