import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, readlink, realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { platform } from 'node:process'
import { fail } from '@drawbridge/core'
import { errnoOf } from './fault-from-errno.ts'
import { folderOnly } from './place-only.ts'

/**
 * A folder held open, so that no one can swap it between the check of a path and its use. On Linux `at(name)` goes
 * through the open descriptor, like `openat`; elsewhere it is the plain path, checked before each use.
 */
export interface AnchoredFolder extends AsyncDisposable {
  /** Absolute and free of links. */
  readonly real: string
  /** A path for one entry of this very folder. The entry itself may still be a link: open it without following. */
  at(name: string): string
  /** A path for the folder itself. */
  readonly self: string
  /** Makes added, renamed and removed entries durable. */
  sync(): Promise<void>
}

/**
 * Opens a folder by its real path. Ends with `stale_file` if the path leads elsewhere by now. Errors of the operating system are
 * thrown unchanged.
 */
export async function openFolder(real: string): Promise<AnchoredFolder> {
  const handle = await open(real, folderOnly)
  try {
    const now = platform === 'linux' ? await readlink(`/proc/self/fd/${handle.fd}`) : await realpath(real)
    if (now !== real) {
      fail('stale_file', `"${real}" has changed since it was checked: a folder on the way was replaced. Call again.`)
    }
    return anchor(handle, real)
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** Opens a folder like `openFolder`; returns undefined if it does not exist. */
export async function openFolderIfAny(real: string): Promise<AnchoredFolder | undefined> {
  return openFolder(real).catch((error: unknown) => {
    if (errnoOf(error) !== 'ENOENT' && errnoOf(error) !== 'ENOTDIR') throw error
    return undefined
  })
}

/** Opens a folder and makes the missing ones on the way, each inside the one before. */
export async function makeFolder(real: string): Promise<AnchoredFolder> {
  try {
    return await openFolder(real)
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT' || real === '/') throw error
  }
  await using parent = await makeFolder(dirname(real))
  await mkdir(parent.at(basename(real))).catch(ignoreExisting)
  return await openChild(parent, basename(real))
}

/** Opens a folder inside an open one: whatever happens to the path meanwhile, it is this folder's own entry. */
export async function openChild(parent: AnchoredFolder, name: string): Promise<AnchoredFolder> {
  return anchor(await open(parent.at(name), folderOnly), join(parent.real, name))
}

function anchor(handle: FileHandle, real: string): AnchoredFolder {
  const self = platform === 'linux' ? `/proc/self/fd/${handle.fd}` : real
  return {
    real,
    self: `${self}/.`,
    at: (name) => join(self, name),
    sync: () => syncFolder(`${self}/.`),
    [Symbol.asyncDispose]: () => handle.close(),
  }
}

/** Some file systems refuse to sync a folder; the data itself is synced by then. */
async function syncFolder(path: string): Promise<void> {
  await using handle = await open(path, constants.O_RDONLY | constants.O_DIRECTORY)
  await handle.sync().catch(() => undefined)
}

function ignoreExisting(error: unknown): void {
  if (errnoOf(error) !== 'EEXIST') throw error
}
