import { lstat, readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Target } from '@drawbridge/core'
import { isWithin, nearestNames } from '@drawbridge/core/base'
import type { FileAccess, FileStat, OpenFile } from '@drawbridge/core/machine'
import type { PathAccess, PathTarget } from '@drawbridge/core/target'
import { sharedContent } from '../path/link-probe.ts'
import { closureOf, zoneOf } from '../path/path-place.ts'
import { resolveRealPath } from '../path/resolve-real-path.ts'
import { isSensitivePath } from '../path/sensitive-path.ts'
import { openFolder, openFolderIfAny } from './anchored-folder.ts'
import type { FileBackups } from './backups.ts'
import { explainingErrors } from './fault-from-errno.ts'
import { type FileOperation, type GrantContext, grant, type PathGrant } from './grant.ts'
import { fileStat, lookUp } from './look-up.ts'
import { openGranted, readBounded } from './open-granted.ts'
import type { OwnChanges } from './own-changes.ts'
import { readIgnoreFile } from './read-ignore-file.ts'
import { type Visibility, walkGranted } from './walk-granted.ts'

/** The disk as one call may use it. What changes it is loaded with the first change: most calls only read. See README.md for what holds of every method. */
export function createFileAccess(context: GrantContext, backups: FileBackups | undefined): FileAccess {
  const { boundaries, denials } = context
  const isForbidden = (real: string): boolean =>
    closureOf(real, zoneOf(real, 'read', boundaries), boundaries) !== undefined
  const isSensitive = (real: string): boolean => isSensitivePath(real, boundaries)
  const isDenied = (real: string, access: PathAccess): boolean => denials?.find(real, access, 'list') !== undefined
  const saving = { backups, isForbidden, denials }
  const visibility = { isForbidden, isSensitive, isDenied }
  let made: OwnChanges | undefined
  const ownChanges = async (): Promise<OwnChanges> => {
    const { createOwnChanges } = await import('./own-changes.ts')
    made ??= createOwnChanges()
    return made
  }
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
        const own = await ownChanges()
        const granted = grantFor(path, own.undoesDeletion(grantFor(path, 'stat').real, content) ? 'undo' : 'write')
        const [{ writeGranted }, { contentOf }] = await Promise.all([
          import('./write-granted.ts'),
          import('./write-granted.ts'),
        ])
        const receipt = await writeGranted(granted, contentOf(content), options, backups)
        own.noteWrite(granted.real, receipt)
        return receipt
      }),
    remove: async (path, options) =>
      explainingErrors(path, async () => {
        const own = await ownChanges()
        const granted = grantFor(path, own.undoesCreation(grantFor(path, 'stat').real) ? 'undo' : 'remove')
        const { removeGranted } = await import('./remove-granted.ts')
        const removal = await removeGranted(granted, options, saving)
        own.noteRemoval(granted.real, options.expected?.hash)
        return removal
      }),
    move: async (from, to, options) =>
      explainingErrors(from, async () => {
        const own = await ownChanges()
        const taken = grantFor(from, 'take')
        const back = grantFor(to, 'undo')
        const granted = { from: taken, to: own.undoesMove(taken.real, back.real) ? back : grantFor(to, 'write') }
        const { moveGranted } = await import('./move-granted.ts')
        const moved = await moveGranted({ ...granted, ...options }, saving)
        own.noteMove(granted.from.real, granted.to.real)
        return moved
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

/**
 * Checks if a path that a helper program found may be shown: it is below a target that reads or lists, not hidden, and
 * its content is not also elsewhere. Called for each hit of a search, so folders are resolved once. A link is shown
 * only if its target may be.
 */
function createVisiblePaths(
  context: GrantContext,
  { isForbidden, isSensitive, isDenied }: Visibility,
): (path: string) => boolean {
  const { boundaries, probe } = context
  const targets = context.targets.filter(isSeen)
  const folders = new Map<string, string | undefined>()
  const realFolder = (folder: string): string | undefined => {
    if (!folders.has(folder)) {
      const resolved = resolveRealPath(folder, { probe, followLast: true })
      folders.set(folder, resolved.status === 'found' ? resolved.real : undefined)
    }
    return folders.get(folder)
  }

  return (path) => {
    const absolute = path.startsWith('/') ? path : join(boundaries.workspace, path)
    const folder = realFolder(dirname(absolute))
    const real = folder === undefined ? undefined : join(folder, basename(absolute))
    const target = real === undefined ? undefined : targets.find((candidate) => covers(candidate, real))
    if (real === undefined || target === undefined || isForbidden(real)) return false
    if (!target.sensitive && isSensitive(real)) return false
    if (isDenied(real, target.access)) return false
    try {
      const entry = probe.inspect(real)
      if (entry.kind === 'link') return isGranted(path, context)
      return target.zone === 'outside' || sharedContent(real, target.access, entry) === undefined
    } catch {
      return false
    }
  }
}

function isSeen(target: Target): target is PathTarget {
  return target.kind === 'path' && (target.access === 'read' || target.access === 'list')
}

function covers(target: PathTarget, real: string): boolean {
  return target.real === real || (target.recursive && isWithin(target.real, real))
}

function isGranted(path: string, context: GrantContext): boolean {
  try {
    grant(path, 'list', context)
    return true
  } catch {
    return false
  }
}
