import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'

/** What is kept between the programs of one key: its folder for temporary files. */
export interface KeyFolders {
  /** Absolute; made where missing. */
  temporary(key: string): string
  /** As `temporary`, and counts as used now. */
  use(key: string): string
  remove(key: string): Promise<void>
  /** Removes what nobody used for long, such as the folders of sessions whose Drawbridge was killed. */
  prune(idleMs: number, nowMs: number): void
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
    remove: (key) => rm(folderOf(key), { recursive: true, force: true }),
    prune: (idleMs, nowMs) => {
      mkdirSync(root, { recursive: true, mode: 0o700 })
      for (const name of readdirSync(root)) {
        const folder = join(root, name)
        const usedMs = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? nowMs
        if (nowMs - usedMs > idleMs) rmSync(folder, { recursive: true, force: true })
      }
    },
  }
}
