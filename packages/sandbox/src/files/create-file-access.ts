import { lstat, readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { nearestNames } from '@drawbridge/core/base'
import type { FileAccess, FileStat, OpenFile } from '@drawbridge/core/machine'
import type { PathAccess } from '@drawbridge/core/target'
import { closureOf } from '../path/closed-path.ts'
import { isSensitivePath } from '../path/sensitive-path.ts'
import { zoneOf } from '../path/zone-of.ts'
import { openFolder, openFolderIfAny } from './anchored-folder.ts'
import type { FileBackups } from './backups.ts'
import { explainingErrors } from './fault-from-errno.ts'
import { type FileOperation, type GrantContext, grant, type PathGrant } from './grant.ts'
import { fileStat, lookUp } from './look-up.ts'
import { openGranted } from './open-granted.ts'
import { readBounded } from './read-bounded.ts'
import { readIgnoreFile } from './read-ignore-file.ts'
import { createVisiblePaths } from './visible-paths.ts'
import { walkGranted } from './walk-granted.ts'

/** The disk as one call may use it. What changes it is loaded with the first change: most calls only read. See README.md for what holds of every method. */
export function createFileAccess(context: GrantContext, backups: FileBackups | undefined): FileAccess {
  const { boundaries, denials } = context
  const isForbidden = (real: string): boolean =>
    closureOf(real, zoneOf(real, 'read', boundaries), boundaries) !== undefined
  const isSensitive = (real: string): boolean => isSensitivePath(real, boundaries)
  const isDenied = (real: string, access: PathAccess): boolean => denials?.find(real, access, 'list') !== undefined
  const saving = { backups, isForbidden, denials }
  const visibility = { isForbidden, isSensitive, isDenied }
  const grantFor = (path: string, operation: FileOperation): PathGrant => grant(path, operation, context)

  return {
    stat: async (path) => explainingErrors(path, () => statGranted(grantFor(path, 'stat'))),
    open: async (path) => explainingErrors(path, () => openFile(grantFor(path, 'read'))),
    readBytes: async (path, { maxBytes }) =>
      explainingErrors(path, async () => {
        await using file = await openFile(grantFor(path, 'read'))
        return await readBounded(file, path, maxBytes)
      }),
    write: async (path, content, options) =>
      explainingErrors(path, async () => {
        const granted = grantFor(path, 'write')
        const [{ writeGranted }, { contentOf }] = await Promise.all([
          import('./write-granted.ts'),
          import('./write-whole.ts'),
        ])
        return writeGranted(granted, contentOf(content), options, backups)
      }),
    remove: async (path, options) =>
      explainingErrors(path, async () => {
        const granted = grantFor(path, 'remove')
        const { removeGranted } = await import('./remove-granted.ts')
        return removeGranted(granted, options, saving)
      }),
    move: async (from, to, options) =>
      explainingErrors(from, async () => {
        const granted = { from: grantFor(from, 'take'), to: grantFor(to, 'write') }
        const { moveGranted } = await import('./move-granted.ts')
        return moveGranted({ ...granted, ...options }, saving)
      }),
    walk: (path, options = {}) => walkGranted(grantFor(path, 'list'), options, visibility),
    visible: createVisiblePaths(context, visibility),
    realPath: (path) => grantFor(path, 'stat').real,
    readIgnoreFile: async (folder) => explainingErrors(folder, () => readIgnoreFile(folder, context)),
    similarNames: async (path) => {
      const { real, access } = grantFor(path, 'stat')
      const shown = (name: string): boolean => {
        const sibling = join(dirname(real), name)
        return !isForbidden(sibling) && !isSensitive(sibling) && !isDenied(sibling, access)
      }
      return nearestNames(basename(real), (await siblingNames(real)).filter(shown))
    },
  }
}

async function statGranted({ real }: PathGrant): Promise<FileStat | undefined> {
  if (real === '/') return fileStat(await lstat('/', { bigint: true }))
  const folder = await openFolderIfAny(dirname(real))
  if (folder === undefined) return undefined
  await using held = folder
  const entry = await lookUp(held.at(basename(real)))
  return entry.kind === 'missing' ? undefined : fileStat(entry.stat)
}

async function openFile(granted: PathGrant): Promise<OpenFile> {
  const { handle, stat } = await openGranted(granted)
  return {
    stat: fileStat(stat),
    read: async (buffer, position) => (await handle.read(buffer, 0, buffer.length, position)).bytesRead,
    [Symbol.asyncDispose]: () => handle.close(),
  }
}

/** Returns an empty list if the folder is missing or cannot be read: a suggestion is not worth a failure. */
async function siblingNames(real: string): Promise<string[]> {
  try {
    await using folder = await openFolder(dirname(real))
    return await readdir(folder.self)
  } catch {
    return []
  }
}
