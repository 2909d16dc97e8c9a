import { escapeToOneLine } from '@drawbridge/core'
import { resolveHome } from '@drawbridge/sdk'
import { openSessionRecord, type SessionRecord } from '@drawbridge/sdk/store'
import { UsageError } from '../command-line/usage-error.ts'
import type { Io } from '../io/io.ts'
import type { RecordFlags } from './record-flags.ts'

/** The record that the flags mean; undefined where nothing was ever recorded. Says which lines of files could not be read. */
export async function openRecord(
  { home, config }: Pick<RecordFlags, 'home' | 'config'>,
  { environment, diagnostics }: Pick<Io, 'environment' | 'diagnostics'>,
): Promise<SessionRecord | undefined> {
  const record = await openSessionRecord({ home: resolveHome({ flag: home, env: environment }), environment, config })
  for (const { file, line } of record?.imported.torn ?? []) {
    const place = escapeToOneLine(`sessions/${file}:${line}`)
    await diagnostics.write(`drawbridge: ${place} is no event: a process died while it wrote it.\n`)
  }
  return record
}

export function noSuchSession(session: string): UsageError {
  return new UsageError(`No session "${session}" is recorded. List those that are with: drawbridge sessions`)
}
