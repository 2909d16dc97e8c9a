import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isProcessAlive } from '../../process/process-identity.ts'

/**
 * The users of each container and its last use: labels of a container cannot change, so they are stored in separate
 * files.
 */
export interface UsageRecord {
  touch(container: string, atMs: number): Promise<void>
  read(container: string): Promise<Usage>
  /** This process uses it no more. */
  leave(container: string): Promise<void>
  /** The container is gone. */
  forget(container: string): Promise<void>
}

export interface Usage {
  /** Undefined if it was never used. */
  readonly lastUseMs: number | undefined
  /** True if another live process uses it. */
  readonly isUsedByOthers: boolean
}

/** One file per container and process, whose time of change is that of the last use. */
export function createUsageRecord(folder: string, self: string): UsageRecord {
  const folderOf = (container: string) => join(folder, container)
  return {
    touch: async (container, atMs) => {
      await mkdir(folderOf(container), { recursive: true, mode: 0o700 })
      const file = join(folderOf(container), self)
      await writeFile(file, '')
      await utimes(file, atMs / 1000, atMs / 1000)
    },
    read: async (container) => {
      const users = await readdir(folderOf(container)).catch(() => [])
      const times = await Promise.all(users.map((user) => stat(join(folderOf(container), user)).catch(() => undefined)))
      const known = times.filter((entry) => entry !== undefined).map((entry) => entry.mtimeMs)
      return {
        lastUseMs: known.length === 0 ? undefined : Math.max(...known),
        isUsedByOthers: users.some((user) => user !== self && isProcessAlive(user)),
      }
    },
    leave: (container) => rm(join(folderOf(container), self), { force: true }),
    forget: (container) => rm(folderOf(container), { recursive: true, force: true }),
  }
}
