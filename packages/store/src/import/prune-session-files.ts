import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../database/database.ts'
import { statement } from '../database/statement.ts'
import { isBeingWritten } from '../file/session-marks.ts'

const findBytes = statement<[name: string], { bytes: number }>('select bytes from imported_files where name = $1')

/**
 * Removes session files that were not written since a time; with a database, only those that were imported completely.
 * Resolves to their number.
 */
export async function pruneSessionFiles(folder: string, before: number, database?: Database): Promise<number> {
  let removed = 0
  for (const name of (await readdir(folder).catch(() => [])).filter((candidate) => candidate.endsWith('.jsonl'))) {
    const file = join(folder, name)
    // Another process may have removed it by now; and anything that is not a file is not ours.
    const found = await stat(file).catch(() => undefined)
    if (found === undefined || !found.isFile() || found.mtimeMs >= before || isBeingWritten(folder, name)) continue
    if (database !== undefined && (await database.get(findBytes, name))?.bytes !== found.size) continue
    await rm(file, { force: true })
    removed += 1
  }
  return removed
}
