import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Returns a text that differs if a file of the folder was changed, replaced, added or removed; empty without the folder. */
export function fingerprintOfFolder(folder: string, ending: string): string {
  return namesIn(folder, ending)
    .map((name) => {
      const stat = lstatSync(join(folder, name), { throwIfNoEntry: false, bigint: true })
      return stat === undefined ? name : `${name} ${stat.ino} ${stat.size} ${stat.mode} ${stat.mtimeNs} ${stat.ctimeNs}`
    })
    .join('\n')
}

/** Returns the visible names in a folder that end so, sorted; none without the folder. */
export function namesIn(folder: string, ending: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(ending) && !name.startsWith('.'))
      .sort()
  } catch {
    return []
  }
}
