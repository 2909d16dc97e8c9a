import { open, readFile, realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { createFileBackups } from './backups.ts'
import { hashFile } from './hash-file.ts'

/** The earlier contents of the files of a workspace. */
export interface FileHistory {
  /** SHA-256 of a file as it is, hex; undefined if there is none of that path. */
  hashOf(path: string): Promise<string | undefined>
  /**
   * The text of a file before a number of changes that began at a time. Undefined if not all of their backups are there, or if it was
   * not text.
   */
  textBefore(path: string, stretch: { readonly since: number; readonly changes: number }): Promise<string | undefined>
}

/** Opens the backups of a home for the files of a workspace. */
export function createFileHistory({
  home,
  workspace,
}: {
  readonly home: string
  readonly workspace: string
}): FileHistory {
  const backups = createFileBackups({ folder: join(home, 'backups') })
  return {
    hashOf: async (path) => {
      try {
        await using handle = await open(resolve(workspace, path), 'r')
        return (await handle.stat()).isFile() ? await hashFile(handle) : undefined
      } catch {
        return undefined
      }
    },
    textBefore: async (path, { since, changes }) => {
      const kept = (await backups.list(await realOf(resolve(workspace, path)))).filter(
        ({ savedMs }) => savedMs >= since,
      )
      const oldest = kept[changes - 1]
      if (oldest === undefined || kept.length > changes) return undefined
      const bytes = await readFile(oldest.path).catch(() => undefined)
      const text = bytes?.toString('utf8')
      return bytes !== undefined && text !== undefined && Buffer.from(text).equals(bytes) ? text : undefined
    },
  }
}

/** The real path of a file, which may not exist any more. */
async function realOf(path: string): Promise<string> {
  const real = await realpath(path).catch(() => undefined)
  if (real !== undefined) return real
  return join(await realpath(dirname(path)).catch(() => dirname(path)), basename(path))
}
