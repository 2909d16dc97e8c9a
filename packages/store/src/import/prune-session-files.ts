import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../database/database.ts'
import { statement } from '../database/statement.ts'
import { isBeingWritten } from '../file/session-marks.ts'

const findBytes = statement<[name: string], { bytes: number }>('select bytes from imported_files where name = $1')

/**
 * Removes files of sessions that nobody has written since a time. With a database only those that have been taken over whole.
 * Resolves to how many.
 */
export async function pruneSessionFiles(folder: string, before: number, database?: Database): Promise<number> {
  let removed = 0
  for (const name of (await readdir(folder).catch(() => [])).filter((candidate) => candidate.endsWith('.jsonl'))) {
    const file = join(folder, name)
    // Another may have removed it by now; and what is no file is nothing of ours.
    const found = await stat(file).catch(() => undefined)
    if (found === undefined || !found.isFile() || found.mtimeMs >= before || isBeingWritten(folder, name)) continue
    if (database !== undefined && (await database.get(findBytes, name))?.bytes !== found.size) continue
    await rm(file, { force: true })
    removed += 1
  }
  return removed
}
