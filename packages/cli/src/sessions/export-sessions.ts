import { UsageError } from '../command-line/usage-error.ts'
import type { Io } from '../io/io.ts'
import { needSession, openRecord } from './open-record.ts'
import type { RecordFlags } from './record-flags.ts'

export interface ExportFlags extends RecordFlags {
  readonly all?: boolean
  readonly as?: 'markdown' | 'json'
}

/** Writes events as they were recorded, a line each. */
export async function exportSessions(given: string | undefined, flags: ExportFlags, io: Io): Promise<void> {
  if ((given === undefined) !== (flags.all === true)) throw new UsageError('Name a session, or give --all.')
  await using record = await openRecord(flags, io)
  const id = given === undefined ? undefined : (await needSession(given, record)).id
  for await (const { text } of record?.events(id) ?? []) {
    if (io.output.closed) return
    await io.output.write(`${text}\n`)
  }
}
