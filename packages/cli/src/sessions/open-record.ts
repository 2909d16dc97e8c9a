import { escapeToOneLine } from '@drawbridge/core/base'
import { explainAmbiguous, findByPrefix } from '@drawbridge/room'
import { resolveHome } from '@drawbridge/sdk/folders'
import { type ImportReport, openSessionRecord, type SessionEntry, type SessionRecord } from '@drawbridge/sdk/store'
import { UsageError } from '../command-line/usage-error.ts'
import type { Io } from '../io/io.ts'
import type { RecordFlags } from './record-flags.ts'

/**
 * Opens the record that the flags select; undefined if nothing was ever recorded. Prints the lines of files that could not be read.
 */
export async function openRecord(
  { home, config }: Pick<RecordFlags, 'home' | 'config'>,
  { environment, diagnostics }: Pick<Io, 'environment' | 'diagnostics'>,
): Promise<SessionRecord | undefined> {
  const record = await openSessionRecord({ home: resolveHome({ flag: home, env: environment }), environment, config })
  await diagnostics.write(record === undefined ? '' : notesOn(record.imported))
  return record
}

/** The number of lines of one file that are named one by one. */
const maxNamed = 3

function notesOn({ torn, unread }: ImportReport): string {
  const notes = [...Map.groupBy(torn, ({ file }) => file)].flatMap(([file, lines]) => {
    const named = lines.slice(0, maxNamed).map(({ line }) => {
      return `sessions/${file}:${line} is not an event: a process died while writing it, or another program wrote there.`
    })
    const more = lines.length - named.length
    return more === 0 ? named : [...named, `sessions/${file} has ${more} more lines that are not events.`]
  })
  for (const { file, reason } of unread) {
    notes.push(`sessions/${file} was not imported: ${reason}. Make it readable, or move it away.`)
  }
  return notes.map((note) => `drawbridge: ${escapeToOneLine(note)}\n`).join('')
}

/** Sessions among which a beginning of an id is looked for, the latest. */
const maxSessions = 10_000

/**
 * Returns the session with this id, or the only one whose id begins with it.
 * @throws UsageError if there is none, or several.
 */
export async function needSession(given: string, record: SessionRecord | undefined): Promise<SessionEntry> {
  const exact = await record?.find(given)
  if (exact !== undefined) return exact
  const items = (await record?.list(maxSessions)) ?? []
  const found = findByPrefix(given, { items, idOf: ({ id }) => id })
  if (found.status === 'found') return found.item
  if (found.status === 'ambiguous') throw new UsageError(explainAmbiguous(given, 'sessions', found.ids))
  throw new UsageError(`No session "${given}" is recorded. List the recorded ones with: drawbridge sessions`)
}
