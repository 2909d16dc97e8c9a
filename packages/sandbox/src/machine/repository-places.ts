import { join } from 'node:path'
import { isWithin } from '@drawbridge/core/base'
import type { PathDenials } from '@drawbridge/core/target'
import type { SandboxMount, SealedFolder } from '../backend/sandbox-profile.ts'
import type { AttachedRepository } from '../git/attached-repositories.ts'
import { gitParts } from '../path/protected-write.ts'
import { isSystemPath } from '../path/system-path.ts'

/** The parts of a profile that let git work in linked worktrees and submodules. */
export interface RepositoryPlaces {
  readonly mounts: readonly SandboxMount[]
  readonly readOnly: readonly string[]
  readonly sealed: readonly SealedFolder[]
}

export interface RepositoryPlacesOptions {
  /** True if nothing may be written. */
  readonly readsOnly: boolean
  /** Folders that programs can write to anyway. */
  readonly writable: readonly string[]
  /** Paths that programs must not see. */
  readonly masked: readonly string[]
  readonly denials?: PathDenials | undefined
  readonly userHome?: string | undefined
}

export const noRepositoryPlaces: RepositoryPlaces = { mounts: [], readOnly: [], sealed: [] }

/** In the folder of one worktree: what leads git elsewhere, and the repositories of its submodules. */
const fixedInWorktree = ['commondir', 'gitdir', 'config.worktree', 'modules']
/** In the common folder: foreign objects, and objects that replace others in every worktree. */
const fixedInCommon = ['objects/info', 'refs/replace']

/**
 * Returns the places that git needs to commit in a working tree whose repository is elsewhere. Hooks, settings,
 * repositories of submodules and the state of other worktrees stay read-only. Pure.
 */
export function repositoryPlaces(
  repositories: readonly AttachedRepository[],
  options: RepositoryPlacesOptions,
): RepositoryPlaces {
  const all = repositories
    .filter((repository) => foldersOf(repository).every((folder) => isOpen(folder, options)))
    .map((repository) => placesOf(repository, options))
  return {
    mounts: all.flatMap(({ mounts }) => mounts),
    readOnly: all.flatMap(({ readOnly }) => readOnly),
    sealed: all.flatMap(({ sealed }) => sealed),
  }
}

function placesOf(repository: AttachedRepository, { readsOnly, writable }: RepositoryPlacesOptions): RepositoryPlaces {
  if (repository.kind === 'submodule') {
    const { folder, redirections } = repository
    if (readsOnly) return { ...noRepositoryPlaces, mounts: [mount(folder, 'read')] }
    const readOnly = [...gitParts.map((part) => join(folder, part)), ...redirections]
    return { mounts: [mount(folder, 'write')], readOnly, sealed: [] }
  }
  const { own, common, entries, shared, redirections } = repository
  if (readsOnly) return { ...noRepositoryPlaces, mounts: [mount(common, 'read')] }
  const fixed = [...fixedInWorktree.map((name) => join(own, name)), ...redirections]
  // The operator lets programs write to the repository itself, and only its worktrees are closed.
  if (writable.some((root) => isWithin(root, common)))
    return { mounts: [mount(own, 'write')], readOnly: fixed, sealed: [] }
  const written = [...shared, own]
  return {
    mounts: [
      ...entries
        .map((name) => join(common, name))
        .filter((path) => !written.includes(path))
        .map((path) => mount(path, 'read')),
      ...written.map((path) => mount(path, 'write')),
    ],
    readOnly: [...fixed, ...fixedInCommon.map((name) => join(common, name))],
    sealed: [{ path: common, lockable: 'packed-refs' }],
  }
}

function foldersOf(repository: AttachedRepository): readonly string[] {
  return repository.kind === 'submodule'
    ? [repository.folder]
    : [repository.common, ...repository.shared, repository.own]
}

function isOpen(folder: string, { readsOnly, masked, denials, userHome }: RepositoryPlacesOptions): boolean {
  if (isSystemPath(folder, { userHome }) || masked.some((path) => isWithin(path, folder))) return false
  if (denials === undefined) return true
  return denials.find(folder, 'read', 'list', ...(readsOnly ? [] : (['write', 'delete'] as const))) === undefined
}

function mount(host: string, access: SandboxMount['access']): SandboxMount {
  return { host, inside: host, access }
}
