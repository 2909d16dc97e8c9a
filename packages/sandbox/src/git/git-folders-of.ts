import { lstatSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { readSmallFile } from '../files/read-small-file.ts'
import { realPathOf } from '../files/real-path.ts'

/** The folders whose settings git obeys when it works in a folder, or the reason why they are unknown. */
export type GitFolders =
  | { readonly status: 'known'; readonly folders: readonly string[] }
  | { readonly status: 'unclear'; readonly why: string }

const maxBytes = 64 * 1024
const unclear: GitFolders = {
  status: 'unclear',
  why: 'works in a repository with a part that is missing, or is elsewhere',
}

/**
 * Looks for the repository like git: in the folder and those above, each as a working tree and as a bare repository. A
 * repository with settings or objects elsewhere could show other files. Only a worktree may have them elsewhere, if the
 * main repository knows it.
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
    if (found !== undefined)
      return found.isWorktree ? withShared(found.folder) : { status: 'known', folders: [found.folder] }
    if (folder === '/') return { status: 'known', folders: [] }
  }
}

interface Repository {
  readonly folder: string
  readonly isWorktree: boolean
}

/** The parts of a repository that a linked worktree uses. Real paths. */
export interface LinkedWorktree {
  /** The folder with the state of this worktree alone. */
  readonly own: string
  /** The folder that all worktrees of the repository share. */
  readonly common: string
}

/** Returns the repository of a linked worktree; undefined if the folder is not one, or if the repository does not know it. */
export function linkedWorktreeOf(folder: string): LinkedWorktree | undefined {
  const found = repositoryAt(folder)
  if (found === undefined || found === 'unclear' || !found.isWorktree) return undefined
  const shared = withShared(found.folder)
  const common = shared.status === 'known' ? shared.folders[1] : undefined
  return common === undefined ? undefined : { own: found.folder, common }
}

/** Returns the real folder that the file `.git` of a working tree names; undefined if there is no such file or folder. */
export function namedByGitFile(workingTree: string): string | undefined {
  const target = /^gitdir: *(.+?)\s*$/.exec(readSmallFile(join(workingTree, '.git'), maxBytes) ?? '')?.[1]
  const named = target === undefined ? undefined : resolve(workingTree, target)
  return named !== undefined && kindOf(named) === 'folder' ? realPathOf(named) : undefined
}

function repositoryAt(folder: string): Repository | 'unclear' | undefined {
  const inside = join(folder, '.git')
  const kind = kindOf(inside)
  if (kind === 'folder') return isWhole(inside) ? { folder: inside, isWorktree: false } : 'unclear'
  if (kind === 'file') {
    const elsewhere = namedByGitFile(folder)
    if (elsewhere === undefined) return 'unclear'
    const back = readSmallFile(join(elsewhere, 'gitdir'), maxBytes)?.trim()
    return back !== undefined && realPathOf(resolve(elsewhere, back)) === inside
      ? { folder: elsewhere, isWorktree: true }
      : 'unclear'
  }
  if (kind !== 'none') return 'unclear'
  // Rather too often than too seldom: git wants all three to be sound.
  const isBare = ['HEAD', 'objects', 'refs'].filter((name) => kindOf(join(folder, name)) !== 'none').length >= 2
  if (!isBare && kindOf(join(folder, 'commondir')) === 'none') return undefined
  return isWhole(folder) ? { folder, isWorktree: false } : 'unclear'
}

/** Returns true if no part of a repository is elsewhere, neither through a link nor through a setting. */
export function isWhole(folder: string): boolean {
  const own = ['', 'objects', 'objects/info', 'objects/pack', 'refs']
  const isLink = (name: string) => lstatSync(join(folder, name), { throwIfNoEntry: false })?.isSymbolicLink() === true
  const leads = ['commondir', 'objects/info/alternates', 'objects/info/http-alternates']
  return !own.some(isLink) && leads.every((name) => kindOf(join(folder, name)) === 'none')
}

/** The folder of a worktree, and that of the repository which it is one of. */
function withShared(folder: string): GitFolders {
  const shared = readSmallFile(join(folder, 'commondir'), maxBytes)?.trim()
  if (shared === undefined || shared === '') return unclear
  const common = resolve(folder, shared)
  return kindOf(common) === 'folder' && isWhole(common) && dirname(dirname(folder)) === common
    ? { status: 'known', folders: [folder, common] }
    : unclear
}

/** A link is followed, as git follows it. */
function kindOf(path: string): 'none' | 'file' | 'folder' | 'other' {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return 'none'
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return 'other'
  return stat.isDirectory() ? 'folder' : stat.isFile() ? 'file' : 'other'
}
