import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Removes folders that were not used since a time. Resolves to their paths.
 * @param since Milliseconds since the Unix epoch.
 */
export async function pruneFolders(place: string, since: number): Promise<readonly string[]> {
  const names = await readdir(place).catch(() => [])
  const removed: string[] = []
  for (const name of names) {
    const path = join(place, name)
    const found = await stat(path).catch(() => undefined)
    if (found === undefined || found.mtimeMs >= since) continue
    await rm(path, { recursive: true, force: true })
    removed.push(path)
  }
  return removed
}
