import { lstatSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { readSmallFile } from '../files/read-small-file.ts'

/** The folders whose settings git obeys when it works in a folder, or why nobody can tell. */
export type GitFolders =
  | { readonly status: 'known'; readonly folders: readonly string[] }
  | { readonly status: 'unclear'; readonly why: string }

const maxBytes = 64 * 1024
const unclear: GitFolders = { status: 'unclear', why: 'works in a repository whose settings cannot be found' }

/**
 * Looks for the repository as git does: in the folder and those above, each as a working tree and as a bare one. A working tree may
 * keep its repository elsewhere, and a worktree shares the settings of the main one.
 */
export function gitFoldersOf(place: string): GitFolders {
  let real: string
  try {
    real = realpathSync.native(place)
    if (!statSync(real).isDirectory()) return unclear
  } catch {
    return unclear
  }
  for (let folder = real; ; folder = dirname(folder)) {
    const found = repositoryAt(folder)
    if (found === 'unclear') return unclear
    if (found !== undefined) return withShared(found)
    if (folder === '/') return { status: 'known', folders: [] }
  }
}

function repositoryAt(folder: string): string | 'unclear' | undefined {
  const inside = join(folder, '.git')
  const kind = kindOf(inside)
  if (kind === 'folder') return inside
  if (kind === 'file') {
    const target = /^gitdir: *(.+?)\s*$/.exec(readSmallFile(inside, maxBytes) ?? '')?.[1]
    if (target === undefined) return 'unclear'
    const elsewhere = resolve(folder, target)
    return kindOf(elsewhere) === 'folder' ? elsewhere : 'unclear'
  }
  if (kind !== 'none') return 'unclear'
  // Rather too often than too seldom: git wants all three to be sound.
  const isBare = ['HEAD', 'objects', 'refs'].filter((name) => kindOf(join(folder, name)) !== 'none').length >= 2
  return isBare || kindOf(join(folder, 'commondir')) !== 'none' ? folder : undefined
}

function withShared(folder: string): GitFolders {
  const path = join(folder, 'commondir')
  if (kindOf(path) === 'none') return { status: 'known', folders: [folder] }
  const shared = readSmallFile(path, maxBytes)?.trim()
  if (shared === undefined || shared === '') return unclear
  const common = resolve(folder, shared)
  return kindOf(common) === 'folder' ? { status: 'known', folders: [folder, common] } : unclear
}

/** A link is followed, as git follows it. */
function kindOf(path: string): 'none' | 'file' | 'folder' | 'other' {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return 'none'
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return 'other'
  return stat.isDirectory() ? 'folder' : stat.isFile() ? 'file' : 'other'
}
