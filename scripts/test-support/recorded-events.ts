import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { DrawbridgeEvent } from '@drawbridge/core'

/** Default: both, in which imported files appear twice. */
type Where = 'files' | 'database'

/** The lines of all that a home's sessions have recorded by now. A line that is being written does not count yet. */
export function recordedLines(home: string, where?: Where): readonly string[] {
  return [
    ...(where === 'database' ? [] : linesOfFiles(join(home, 'sessions'))),
    ...(where === 'files' ? [] : linesOfDatabase(join(home, 'drawbridge.db'))),
  ]
}

/** The same, read. */
export function recordedEvents(home: string, where?: Where): readonly DrawbridgeEvent[] {
  return recordedLines(home, where).map((line) => JSON.parse(line) as DrawbridgeEvent)
}

function linesOfFiles(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').slice(0, -1))
}

function linesOfDatabase(file: string): readonly string[] {
  if (!existsSync(file)) return []
  const database = new DatabaseSync(file, { timeout: 5_000 })
  try {
    const isMade = database.prepare("select 1 from sqlite_schema where name = 'events'").get() !== undefined
    const rows = isMade ? database.prepare('select content from events order by position').all() : []
    return rows.map(({ content }) => String(content))
  } finally {
    database.close()
  }
}
