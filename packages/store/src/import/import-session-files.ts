import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { type FileHandle, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DrawbridgeError, errorMessage } from '@drawbridge/core'
import type { EventCatalogue } from '@drawbridge/core/event'
import type { Database } from '../database/database.ts'
import { statement } from '../database/statement.ts'
import { openRegularFile } from '../file/open-regular-file.ts'
import { readEventLine } from '../file/read-event-line.ts'
import { type LinePage, readFirstLine, readLinePage } from '../file/read-line-page.ts'
import { sessionFileName } from '../file/session-file-name.ts'
import { isBeingWritten } from '../file/session-marks.ts'
import { endOpenCalls } from '../recover/recover-interrupted.ts'
import type { EventEntry } from '../session/event-entry.ts'
import { createTurnPlaces, type TurnPlaces, writeEntries } from '../session/write-entries.ts'

interface ImportedRow {
  readonly fingerprint: string
  readonly bytes: number
  readonly lines: number
}

const findImported = statement<[name: string], ImportedRow>(
  'select fingerprint, bytes, lines from imported_files where name = $1',
)
const listImported = statement<[], { name: string; bytes: number; imported_at: number }>(
  'select name, bytes, imported_at from imported_files',
)
const listOpen = statement<[], { recorder_id: string }>(
  "select distinct recorder_id from open_calls where recorder_id like 'file:%'",
)
/** If several processes import the same lines, one succeeds: the one that finds the row unchanged. */
const advance = statement<
  [name: string, fingerprint: string, bytes: number, lines: number, torn: number, at: number, from: number]
>(
  `insert into imported_files (name, fingerprint, bytes, lines, torn_lines, imported_at) values ($1, $2, $3, $4, $5, $6)
  on conflict (name) do update set fingerprint = excluded.fingerprint, bytes = excluded.bytes, lines = excluded.lines,
    torn_lines = imported_files.torn_lines + excluded.torn_lines, imported_at = excluded.imported_at
  where imported_files.bytes = $7`,
)
const countOpen = statement<[recorder: string], { found: number }>(
  'select count(*) as found from open_calls where recorder_id = $1',
)

/** The maximum number of invalid lines that are reported. */
const maxTorn = 1_000

/** A line that is not an event: a process died while it wrote the line. */
export interface TornSessionLine {
  readonly file: string
  /** From 1. */
  readonly line: number
}

/** A file that was skipped, because it cannot be read or imported. */
export interface UnreadSessionFile {
  readonly file: string
  readonly reason: string
}

/** The result of an import, with what could not be read. */
export interface ImportReport {
  readonly events: number
  /** The first thousand of them. */
  readonly torn: readonly TornSessionLine[]
  readonly unread: readonly UnreadSessionFile[]
}

/**
 * Imports the file recorder's files from a folder, page by page in transactions. Continues after the last import. Files may grow
 * meanwhile: only complete lines are read. The files stay. Calls without an end are recorded as interrupted once no live process
 * writes their file. A file that cannot be imported does not stop the others.
 */
export async function importSessionFiles(
  database: Database,
  folder: string,
  catalogue?: EventCatalogue,
): Promise<ImportReport> {
  let events = 0
  const torn: TornSessionLine[] = []
  const unread: UnreadSessionFile[] = []
  const known = new Map((await database.all(listImported)).map((row) => [row.name, row]))
  const open = new Set((await database.all(listOpen)).map(({ recorder_id: recorder }) => recorder))
  for (const name of await sessionFiles(folder)) {
    // Few of the many files have anything new.
    if (!open.has(recorderOf(name)) && (await isUnchanged(join(folder, name), known.get(name)))) continue
    const report = await importFile(database, { folder, name, catalogue }).catch((error: unknown) =>
      whyUnread(error, name),
    )
    events += report.events
    torn.push(...report.torn.slice(0, maxTorn - torn.length))
    unread.push(...report.unread)
  }
  return { events, torn, unread }
}

/** Imports the file of one session, if there is one. */
export async function importSessionFile(
  database: Database,
  folder: string,
  { session, catalogue }: { readonly session: string; readonly catalogue?: EventCatalogue },
): Promise<void> {
  const name = sessionFileName(session)
  if (existsSync(join(folder, name))) await importFile(database, { folder, name, catalogue })
}

interface FileToImport {
  readonly folder: string
  readonly name: string
  readonly catalogue: EventCatalogue | undefined
}

async function importFile(database: Database, { folder, name, catalogue }: FileToImport): Promise<ImportReport> {
  let events = 0
  const torn: TornSessionLine[] = []
  await using file = await openRegularFile(join(folder, name))
  const places = createTurnPlaces()
  const fingerprint = await fingerprintOf(file)
  if (fingerprint === undefined) return { events, torn, unread: [] }
  for (let page = await nextPage(); page !== undefined; page = await nextPage()) {
    const taken = await takeOver(database, { name, fingerprint, places, catalogue, ...page })
    events += taken?.events ?? 0
    torn.push(...(taken?.torn ?? []).slice(0, maxTorn - torn.length))
  }
  await endThoseLeft(database, { folder, name, fingerprint, file })

  async function nextPage(): Promise<Page | undefined> {
    const known = await database.get(findImported, name)
    const same = known?.fingerprint === fingerprint ? known : undefined
    const next = await readLinePage(file, same?.bytes ?? 0)
    if (next === undefined) return undefined
    return { from: known?.bytes ?? 0, begin: same?.bytes ?? 0, before: same?.lines ?? 0, ...next }
  }
  return { events, torn, unread: [] }
}

interface Page extends LinePage {
  /** The stored offset that is advanced. */
  readonly from: number
  /** The start of the page in the file, in bytes and in preceding lines. */
  readonly begin: number
  readonly before: number
}

async function takeOver(
  database: Database,
  {
    name,
    fingerprint,
    places,
    catalogue,
    from,
    begin,
    before,
    lines,
    bytes,
  }: Page & Pick<FileToImport, 'name' | 'catalogue'> & { readonly fingerprint: string; readonly places: TurnPlaces },
): Promise<Pick<ImportReport, 'events' | 'torn'> | undefined> {
  const parsed = lines.map((text) => parseLine(text, catalogue))
  const entries = parsed.flatMap((entry) => (typeof entry === 'object' ? [entry] : []))
  const torn = parsed.flatMap((entry, place) => (entry === 'torn' ? [{ file: name, line: before + place + 1 }] : []))
  return database.transaction(async (transaction) => {
    const end = begin + bytes
    const isOurs = await transaction.run(
      advance,
      name,
      fingerprint,
      end,
      before + parsed.length,
      torn.length,
      Date.now(),
      from,
    )
    if (isOurs === 0) return undefined
    if (entries.length > 0) await writeEntries(transaction, entries, { recorder: recorderOf(name), places, catalogue })
    return { events: entries.length, torn }
  })
}

/** Ends the open calls of a completely imported file that no process writes any more. */
async function endThoseLeft(
  database: Database,
  { folder, name, fingerprint, file }: SessionFile & { readonly folder: string },
): Promise<void> {
  const recorder = recorderOf(name)
  if ((await database.get(countOpen, recorder))?.found === 0) return
  // The order matters: once no process writes the file, its last line is already there.
  if (isBeingWritten(folder, name)) return
  await database.transaction(async (transaction) => {
    const known = await transaction.get(findImported, name)
    const isWhole = known?.fingerprint === fingerprint && (await readLinePage(file, known.bytes)) === undefined
    if (isWhole) await endOpenCalls(transaction, { recorder_id: recorder, heartbeat_at: null }, Date.now())
  })
}

interface SessionFile {
  readonly name: string
  readonly fingerprint: string
  readonly file: FileHandle
}

async function isUnchanged(
  file: string,
  known: { readonly bytes: number; readonly imported_at: number } | undefined,
): Promise<boolean> {
  if (known === undefined) return false
  // A file that was removed meanwhile has nothing new either.
  const { size, mtimeMs } = await stat(file).catch(() => ({ size: known.bytes, mtimeMs: 0 }))
  return size === known.bytes && mtimeMs < known.imported_at
}

function whyUnread(error: unknown, file: string): ImportReport {
  // An error of the database concerns all files.
  if (DrawbridgeError.isInstance(error)) throw error
  const isGone = error instanceof Error && 'code' in error && error.code === 'ENOENT'
  return { events: 0, torn: [], unread: isGone ? [] : [{ file, reason: errorMessage(error) }] }
}

function recorderOf(name: string): string {
  return `file:${name}`
}

function parseLine(text: string | undefined, catalogue: EventCatalogue | undefined): EventEntry | 'torn' | 'empty' {
  if (text === '') return 'empty'
  const event = text === undefined ? undefined : readEventLine(text, catalogue)
  return text === undefined || event === undefined ? 'torn' : { event, text }
}

async function sessionFiles(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith('.jsonl')).sort()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

/** Returns undefined if there is no complete line yet. */
async function fingerprintOf(file: FileHandle): Promise<string | undefined> {
  const line = await readFirstLine(file)
  return line === undefined ? undefined : createHash('sha256').update(line).digest('hex')
}
