import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, renameSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { errnoOf } from '../files/fault-from-errno.ts'
import { removeForeignTree } from '../files/remove-foreign-tree.ts'

/** Files that are kept between the programs of one key: its folder for temporary files. */
export interface KeyFolders {
  /** Returns an absolute path. Creates the folder if it is missing. */
  temporary(key: string): string
  /** As `temporary`, and counts as used now. */
  use(key: string): string
  remove(key: string): Promise<void>
  /**
   * Removes folders that were not used for a long time, such as those of sessions whose Drawbridge was killed, as far
   * as they can be removed.
   */
  prune(idleMs: number, nowMs: number): Promise<void>
}

/** @param root Absolute. Keys may be any text: folders are named after their digests. */
export function createKeyFolders(root: string): KeyFolders {
  const folderOf = (key: string) => join(root, createHash('sha256').update(key).digest('hex').slice(0, 32))
  const temporary = (key: string) => {
    const folder = join(folderOf(key), 'tmp')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return folder
  }
  return {
    temporary,
    use: (key) => {
      const folder = temporary(key)
      const now = new Date()
      utimesSync(folderOf(key), now, now)
      return folder
    },
    remove: async (key) => {
      const aside = setAside(folderOf(key))
      if (aside !== undefined) await removeForeignTree(aside)
    },
    prune: async (idleMs, nowMs) => {
      mkdirSync(root, { recursive: true, mode: 0o700 })
      const idle = readdirSync(root).filter((name) => {
        const usedMs = statSync(join(root, name), { throwIfNoEntry: false })?.mtimeMs ?? nowMs
        return nowMs - usedMs > idleMs
      })
      const aside = idle.flatMap((name) => setAside(join(root, name)) ?? [])
      // A folder that one program made hard to remove must not stop another program.
      for (const folder of aside) await removeForeignTree(folder).catch(() => undefined)
    },
  }

  /** At once, so that later users of the key get a new folder. */
  function setAside(folder: string): string | undefined {
    const aside = join(root, `removed-${randomUUID()}`)
    try {
      renameSync(folder, aside)
      return aside
    } catch (error) {
      if (errnoOf(error) === 'ENOENT') return undefined
      throw error
    }
  }
}
