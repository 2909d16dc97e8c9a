import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseOptions } from '../database/database-options.ts'
import { openDialect } from '../dialect/open-dialect.ts'

/** Returns the number of session files with lines that the database has not imported yet. */
export async function countWaitingFiles(options: DatabaseOptions, folder: string): Promise<number> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.jsonl'))
  if (names.length === 0) return 0
  await using dialect = await openDialect(options)
  const { rows } = await dialect.executeText('select name, bytes from imported_files', [])
  const taken = new Map((rows as readonly { name: string; bytes: number }[]).map(({ name, bytes }) => [name, bytes]))
  const sizes = await Promise.all(names.map(async (name) => [name, (await stat(join(folder, name))).size] as const))
  return sizes.filter(([name, size]) => size > (taken.get(name) ?? 0)).length
}
