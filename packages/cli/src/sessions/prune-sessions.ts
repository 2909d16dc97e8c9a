import { resolveHome } from '@drawbridge/sdk/folders'
import { readStoreSection } from '@drawbridge/sdk/store'
import { UsageError } from '../command-line/usage-error.ts'
import type { Io } from '../io/io.ts'
import { openRecord } from './open-record.ts'
import type { RecordFlags } from './record-flags.ts'

export interface PruneFlags extends RecordFlags {
  readonly days?: number
}

const dayMs = 86_400_000

/** Removes what is older than the retention. */
export async function pruneSessions(flags: PruneFlags, io: Io): Promise<void> {
  const { environment, output } = io
  const home = resolveHome({ flag: flags.home, env: environment })
  const days = flags.days ?? (await readStoreSection({ home, environment, config: flags.config })).retentionDays
  if (days === undefined)
    throw new UsageError('No retention is configured: set store.retentionDays in the configuration, or give --days.')
  await using record = await openRecord(flags, io)
  const removed = (await record?.prune(Date.now() - days * dayMs)) ?? { entries: 0, sessions: 0, files: 0 }
  if (flags.json === true) return output.write(`${JSON.stringify({ days, ...removed })}\n`)
  const { entries, sessions, files } = removed
  await output.write(
    `Removed ${entries} events, ${sessions} complete sessions and ${files} files older than ${days} days.\n`,
  )
}
