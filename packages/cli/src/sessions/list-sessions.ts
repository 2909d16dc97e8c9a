import { escapeToOneLine } from '@drawbridge/core/base'
import type { SessionKind } from '@drawbridge/core/event'
import type { SessionEntry } from '@drawbridge/sdk/store'
import type { Io } from '../io/io.ts'
import { openRecord } from './open-record.ts'
import type { RecordFlags } from './record-flags.ts'

export interface ListFlags extends RecordFlags {
  readonly limit: number
  readonly kind?: SessionKind
  readonly agent?: string
}

/** Lists what was recorded, latest first. */
export async function listSessions(flags: ListFlags, io: Io): Promise<void> {
  await using record = await openRecord(flags, io)
  const sessions = (await record?.list(flags.limit, flags)) ?? []
  const { output, diagnostics } = io
  if (flags.json === true) return output.write(`${JSON.stringify({ sessions })}\n`)
  if (sessions.length === 0)
    return diagnostics.write(isNarrowed(flags) ? 'No such session is recorded.\n' : 'No session is recorded.\n')
  const width = Math.max(...sessions.map(({ id }) => escapeToOneLine(id).length))
  await output.write(sessions.map((session) => row(session, width)).join(''))
}

function isNarrowed({ kind, agent }: ListFlags): boolean {
  return kind !== undefined || agent !== undefined
}

function row({ id, updatedAt, calls, agent, user, channel, kind }: SessionEntry, width: number): string {
  const whose = [
    kind !== 'direct' && kind,
    agent && `agent ${agent}`,
    user && `user ${user}`,
    channel && `over ${channel}`,
  ].filter(Boolean)
  const name = escapeToOneLine(id).padEnd(width)
  const counted = `${String(calls).padStart(5)} ${calls === 1 ? 'call ' : 'calls'}`
  return `${[new Date(updatedAt).toISOString(), name, counted, escapeToOneLine(whose.join(', '))].join('  ').trimEnd()}\n`
}
