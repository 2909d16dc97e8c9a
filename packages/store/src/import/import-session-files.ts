import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { type FileHandle, open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { DrawbridgeEvent } from '@drawbridge/core'
import type { Database } from '../database/database.ts'
import { statement } from '../database/statement.ts'
import { sessionFileName } from '../file/session-file-name.ts'
import { isBeingWritten } from '../file/session-marks.ts'
import { endOpenCalls } from '../recover/recover-interrupted.ts'
import type { EventEntry } from '../session/event-entry.ts'
import { createTurnPlaces, type TurnPlaces } from '../session/turn-places.ts'
import { writeEntries } from '../session/write-entries.ts'

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
/** Of several who take over the same lines one gets on: whoever finds the file where it left it. */
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

const pageBytes = 1_048_576
/** Enough for most first lines. */
const lineBytes = 16_384

/** A line that is no event: a process died while it wrote it. */
export interface TornSessionLine {
  readonly file: string
  /** From 1. */
  readonly line: number
}

export interface ImportReport {
  readonly events: number
  readonly torn: readonly TornSessionLine[]
}

/**
 * Takes over what the file recorder has written to a folder, from where the last one left off, page by page in transactions. Files
 * may grow meanwhile: only whole lines are taken. The files stay. Calls without an end are ended as interrupted once nobody
 * that lives writes their file.
 */
export async function importSessionFiles(database: Database, folder: string): Promise<ImportReport> {
  let events = 0
  const torn: TornSessionLine[] = []
  const known = new Map((await database.all(listImported)).map((row) => [row.name, row]))
  const open = new Set((await database.all(listOpen)).map(({ recorder_id: recorder }) => recorder))
  for (const name of await sessionFiles(folder)) {
    // Of many files few have anything new.
    if (!open.has(recorderOf(name)) && (await isUnchanged(join(folder, name), known.get(name)))) continue
    const report = await importFile(database, folder, name).catch(nothingWhereGone)
    events += report.events
    torn.push(...report.torn)
  }
  return { events, torn }
}

/** The same for the file of one session, where there is one. */
export async function importSessionFile(database: Database, folder: string, session: string): Promise<void> {
  const name = sessionFileName(session)
  if (existsSync(join(folder, name))) await importFile(database, folder, name)
}

async function importFile(database: Database, folder: string, name: string): Promise<ImportReport> {
  let events = 0
  const torn: TornSessionLine[] = []
  const wasWritten = isBeingWritten(folder, name)
  await using file = await open(join(folder, name), 'r')
  const places = createTurnPlaces()
  const fingerprint = await fingerprintOf(file)
  if (fingerprint === undefined) return { events, torn }
  for (let page = await nextPage(); page !== undefined; page = await nextPage()) {
    const taken = await takeOver(database, { name, fingerprint, places, ...page })
    events += taken?.events ?? 0
    torn.push(...(taken?.torn ?? []))
  }
  if (!wasWritten && !isBeingWritten(folder, name)) await endThoseLeft(database, { name, fingerprint, file })

  async function nextPage(): Promise<Page | undefined> {
    const known = await database.get(findImported, name)
    const same = known?.fingerprint === fingerprint ? known : undefined
    const text = await readLines(file, same?.bytes ?? 0)
    if (text.length === 0) return undefined
    return { from: known?.bytes ?? 0, begin: same?.bytes ?? 0, lines: same?.lines ?? 0, text }
  }
  return { events, torn }
}

interface Page {
  /** Where the row stands that is to be advanced. */
  readonly from: number
  /** Where the text begins in the file, in bytes and in lines before it. */
  readonly begin: number
  readonly lines: number
  readonly text: Buffer
}

async function takeOver(
  database: Database,
  {
    name,
    fingerprint,
    places,
    from,
    begin,
    lines,
    text,
  }: Page & { readonly name: string; readonly fingerprint: string; readonly places: TurnPlaces },
): Promise<ImportReport | undefined> {
  const parsed = text.toString('utf8').slice(0, -1).split('\n').map(parseLine)
  const entries = parsed.flatMap((entry) => (typeof entry === 'object' ? [entry] : []))
  const torn = parsed.flatMap((entry, place) => (entry === 'torn' ? [{ file: name, line: lines + place + 1 }] : []))
  return database.transaction(async (transaction) => {
    const end = begin + text.length
    const isOurs = await transaction.run(
      advance,
      name,
      fingerprint,
      end,
      lines + parsed.length,
      torn.length,
      Date.now(),
      from,
    )
    if (isOurs === 0) return undefined
    if (entries.length > 0) await writeEntries(transaction, entries, { recorder: recorderOf(name), places })
    return { events: entries.length, torn }
  })
}

/** Calls without an end, of a file that nobody writes any more and of which nothing is left to take over. */
async function endThoseLeft(
  database: Database,
  { name, fingerprint, file }: { readonly name: string; readonly fingerprint: string; readonly file: FileHandle },
): Promise<void> {
  const recorder = recorderOf(name)
  if ((await database.get(countOpen, recorder))?.found === 0) return
  await database.transaction(async (transaction) => {
    const known = await transaction.get(findImported, name)
    const isWhole = known?.fingerprint === fingerprint && known.bytes >= (await lengthOfLines(file, known.bytes))
    if (isWhole) await endOpenCalls(transaction, { recorder_id: recorder, heartbeat_at: null }, Date.now())
  })
}

async function isUnchanged(
  file: string,
  known: { readonly bytes: number; readonly imported_at: number } | undefined,
): Promise<boolean> {
  if (known === undefined) return false
  // One that is gone by now, past its retention, has nothing new either.
  const { size, mtimeMs } = await stat(file).catch(() => ({ size: known.bytes, mtimeMs: 0 }))
  return size === known.bytes && mtimeMs < known.imported_at
}

function nothingWhereGone(error: unknown): ImportReport {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { events: 0, torn: [] }
  throw error
}

function recorderOf(name: string): string {
  return `file:${name}`
}

function parseLine(text: string): EventEntry | 'torn' | 'empty' {
  if (text === '') return 'empty'
  try {
    const event = JSON.parse(text) as DrawbridgeEvent
    const isEvent = [event.type, event.session, event.run].every((part) => typeof part === 'string')
    return isEvent && [event.time, event.sequence].every(Number.isSafeInteger) ? { event, text } : 'torn'
  } catch {
    return 'torn'
  }
}

async function sessionFiles(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith('.jsonl')).sort()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

/** Whole lines from there on, about a page of them; empty where there is none. */
async function readLines(file: FileHandle, from: number, about = pageBytes): Promise<Buffer> {
  for (let length = about; ; length *= 2) {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, from)
    const end = buffer.subarray(0, bytesRead).lastIndexOf(0x0a)
    if (end >= 0) return buffer.subarray(0, end + 1)
    if (bytesRead < length) return buffer.subarray(0, 0)
  }
}

async function lengthOfLines(file: FileHandle, from: number): Promise<number> {
  return from + (await readLines(file, from)).length
}

/** Undefined where there is no whole line yet. */
async function fingerprintOf(file: FileHandle): Promise<string | undefined> {
  const lines = await readLines(file, 0, lineBytes)
  if (lines.length === 0) return undefined
  return createHash('sha256')
    .update(lines.subarray(0, lines.indexOf(0x0a)))
    .digest('hex')
}
