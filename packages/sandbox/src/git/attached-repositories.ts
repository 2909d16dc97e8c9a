import { join } from 'node:path'
import { isWithin } from '@drawbridge/core/base'
import { readSmallFile } from '../files/read-small-file.ts'
import { realPathOf } from '../files/real-path.ts'
import { gitRedirections } from '../path/git-redirections.ts'
import { gitParts } from '../path/protected-write.ts'
import { type ListedEntry, listFolder } from '../target/pattern-matches.ts'
import { isWhole, linkedWorktreeOf, namedByGitFile } from './git-folders-of.ts'
import { readGitSettings } from './read-git-settings.ts'

/**
 * A repository that a working tree uses although it is elsewhere. Both sides name each other: the working tree names the
 * repository in its file `.git`, and the repository names the working tree. All paths are real.
 */
export type AttachedRepository =
  | {
      readonly kind: 'worktree'
      /** The folder with the state of this worktree alone. */
      readonly own: string
      /** The folder that all worktrees of the repository share. */
      readonly common: string
      /** The names in `common` that git uses, except for files that it locks there. */
      readonly entries: readonly string[]
      /** Folders in `common` to which git adds objects, branches and their history; some may be missing. */
      readonly shared: readonly string[]
      /** The places where its settings keep hooks and more settings. */
      readonly redirections: readonly string[]
    }
  | { readonly kind: 'submodule'; readonly folder: string; readonly redirections: readonly string[] }

export interface WorkingTree {
  readonly workspace: string
  readonly userHome: string
}

/** All that git needs in a common folder to work in a linked worktree. Programs cannot lock or change anything else there. */
const commonNames: ReadonlySet<string> = new Set([
  ...['HEAD', 'config', 'config.worktree', 'hooks', 'index', 'info', 'lfs', 'logs', 'modules', 'objects', 'refs'],
  ...['reftable', 'rr-cache', 'shallow', 'worktrees'],
])
const maxSettingsBytes = 1024 * 1024
/** Each is several mounts of every program. */
const maxSubmodules = 16
/** The number of folders in the name of a submodule. */
const maxNameParts = 4

/** Returns the repositories outside a workspace, or closed inside it, that git changes when it works in the workspace. */
export function attachedRepositories({ workspace, userHome }: WorkingTree): readonly AttachedRepository[] {
  const worktree = linkedWorktreeOf(workspace)
  if (worktree !== undefined) return [...whole(worktree, workspace), ...submodulesIn(worktree.own, workspace, userHome)]
  const named = namedByGitFile(workspace)
  if (named === undefined) return submodulesIn(join(workspace, '.git'), workspace, userHome)
  if (isWithin(workspace, named) || !belongsTo(named, workspace, userHome)) return []
  return [submodule(named, workspace), ...submodulesIn(named, workspace, userHome)]
}

/** Returns no repository if a part that has to be mounted is a link, or missing. */
function whole(
  { own, common }: { readonly own: string; readonly common: string },
  workspace: string,
): readonly AttachedRepository[] {
  const entries = listFolder(common).filter(({ name, kind }) => commonNames.has(name) && kind !== 'link')
  const has = (name: string) => entries.some((entry) => entry.name === name && entry.kind === 'folder')
  const hasRefs = kindIn(common, 'refs') === 'folder' && kindIn(common, 'objects') === 'folder'
  const isOdd = kindIn(common, 'logs') === 'link' || kindIn(join(common, 'logs'), 'refs') === 'link'
  if (!hasRefs || isOdd) return []
  const shared = ['objects', 'refs', ...(has('reftable') ? ['reftable'] : []), 'logs/refs']
  const texts = [join(common, 'config'), join(common, 'config.worktree'), join(own, 'config.worktree')]
  return [
    {
      kind: 'worktree',
      own,
      common,
      entries: entries.map(({ name }) => name),
      shared: shared.map((name) => join(common, name)),
      redirections: redirectionsIn(texts, common, workspace),
    },
  ]
}

/** Finds the repositories of submodules that are checked out in a workspace. */
function submodulesIn(gitFolder: string, workspace: string, userHome: string): readonly AttachedRepository[] {
  const found: AttachedRepository[] = []
  const look = (folder: string, parts: number): void => {
    for (const { name, kind } of listFolder(folder)) {
      if (kind !== 'folder' || found.length >= maxSubmodules) continue
      const path = join(folder, name)
      if (kindIn(path, 'HEAD') === undefined) {
        if (parts < maxNameParts) look(path, parts + 1)
        continue
      }
      const tree = workingTreeOf(path, userHome)
      if (tree !== undefined && isWithin(workspace, tree) && belongsTo(path, tree, userHome)) {
        found.push(submodule(path, tree))
      }
      look(join(path, 'modules'), 1)
    }
  }
  if (kindIn(gitFolder, 'modules') === 'folder') look(join(gitFolder, 'modules'), 1)
  return found
}

function submodule(folder: string, workingTree: string): AttachedRepository {
  const texts = [join(folder, 'config'), join(folder, 'config.worktree')]
  return { kind: 'submodule', folder, redirections: redirectionsIn(texts, folder, workingTree) }
}

/** Returns true if a repository and a working tree name each other, and no part of the repository is elsewhere. */
function belongsTo(folder: string, workingTree: string, userHome: string): boolean {
  const isPlain = isWhole(folder) && !gitParts.some((part) => kindIn(folder, part) === 'link')
  return isPlain && workingTreeOf(folder, userHome) === workingTree && namedByGitFile(workingTree) === folder
}

function workingTreeOf(folder: string, userHome: string): string | undefined {
  const read = readGitSettings([join(folder, 'config')], userHome)
  const named = read.status === 'read' ? read.settings.findLast(({ key }) => key === 'core.worktree') : undefined
  return named === undefined ? undefined : realPathOf(join(folder, named.value))
}

function redirectionsIn(files: readonly string[], gitFolder: string, workingTree: string): readonly string[] {
  const text = files.map((file) => readSmallFile(file, maxSettingsBytes) ?? '').join('\n')
  const { hooks } = gitRedirections(text, join(workingTree, '.git'))
  const { settings } = gitRedirections(text, gitFolder)
  return [...hooks, ...settings]
}

function kindIn(folder: string, name: string): ListedEntry['kind'] | undefined {
  return listFolder(folder).find((entry) => entry.name === name)?.kind
}
