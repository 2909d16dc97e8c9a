import { type DrawbridgeEvent, escapeToOneLine } from '@drawbridge/core'
import { UsageError } from '../command-line/usage-error.ts'
import type { Io } from '../io/io.ts'
import { openRecord } from '../sessions/open-record.ts'
import type { RecordFlags } from '../sessions/record-flags.ts'

export interface AuditFlags extends RecordFlags {
  readonly session?: string
  readonly since?: string
  readonly type?: string
}

/** Lists recorded events in the order in which they were committed. */
export async function listEvents(flags: AuditFlags, io: Io): Promise<void> {
  const since = flags.since === undefined ? Number.NEGATIVE_INFINITY : readTime(flags.since)
  await using record = await openRecord(flags, io)
  for await (const { position, text } of record?.events(flags.session) ?? []) {
    if (io.output.closed) return
    const event = JSON.parse(text) as DrawbridgeEvent
    if (event.time < since || !isOfType(event, flags.type)) continue
    // The text itself, byte for byte.
    await io.output.write(flags.json === true ? `{"position":${position},"event":${text}}\n` : row(position, event))
  }
}

/** `tool` stands for all that begin with `tool.`. */
function isOfType({ type }: DrawbridgeEvent, wanted: string | undefined): boolean {
  return wanted === undefined || type === wanted || type.startsWith(`${wanted}.`)
}

function readTime(text: string): number {
  const time = Date.parse(text)
  if (Number.isNaN(time))
    throw new UsageError(`"${text}" is no time. Write a day or a moment, such as 2026-11-28 or 2026-11-28T08:00:00Z.`)
  return time
}

function row(position: number, event: DrawbridgeEvent): string {
  const tool = 'tool' in event ? event.tool : 'name' in event ? event.name : ''
  const call = 'toolCallId' in event ? (event.toolCallId ?? '') : ''
  const time = new Date(event.time).toISOString()
  const parts = [String(position).padStart(7), time, event.type.padEnd(20), event.session, tool, call]
  return `${escapeToOneLine(parts.join('  ').trimEnd())}\n`
}
