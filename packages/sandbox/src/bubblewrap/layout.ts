import { isWithin } from '@drawbridge/core/base'
import type { SandboxProfile, SealedFolder } from '../backend/sandbox-profile.ts'

/** An entry at a path inside, which covers the root there. */
export type LayoutStep =
  /** An empty folder of the sandbox's own. `closed`: nothing in it can be listed or made, but what is put into it is reached. */
  | {
      readonly kind: 'empty'
      readonly path: string
      readonly closed: boolean
      /** True if it becomes read-only after everything that belongs into it was mounted. */
      readonly sealed?: true
    }
  /** A folder in a root of the sandbox's own: nothing in it can be listed or made. Costs no mount. */
  | { readonly kind: 'folder'; readonly path: string }
  /** A symbolic link in a root or a folder of the sandbox's own. */
  | { readonly kind: 'link'; readonly path: string; readonly target: string }
  /** A folder or file of the machine. */
  | { readonly kind: 'bind'; readonly path: string; readonly host: string; readonly access: 'read' | 'write' }
  /** An empty folder over one that stands only so that nothing else can be made there. */
  | { readonly kind: 'placeholder'; readonly path: string }
  /** A file that no one can open. */
  | { readonly kind: 'nothing'; readonly path: string }

/** The facts of this machine that a layout depends on. All paths are real and exist. */
export interface LayoutFacts {
  /** All that a root of the sandbox's own holds besides what the profile brings. Absent: the root is that of the machine, read-only. */
  readonly root?: readonly LayoutStep[]
  /** Folders that are private to each sandbox and writable: for temporary files, the user's home. */
  readonly privateFolders: readonly string[]
  /** Folders of which nothing is visible but what the profile brings back: other homes, sockets of services. */
  readonly hiddenFolders: readonly string[]
  /** The folder of the machine that is the sandbox's `/tmp`, kept between calls. Without it `/tmp` is empty each time. */
  readonly temporaryFolder?: string
  /** Program folders that would be hidden with the home that contains them. */
  readonly programFolders: readonly string[]
  readonly maskedFolders: readonly string[]
  readonly maskedFiles: readonly string[]
  /** An empty file that everyone can read; for files of sealed folders that are missing. Required if there are any. */
  readonly blankFile?: string
  /** The files of sealed folders that exist and can be locked. */
  readonly lockableFiles?: readonly string[]
  /** Folders on the way to protected files: each a mount of its own, so that none can be renamed. */
  readonly pinnedFolders: readonly string[]
  /** Protected files and folders. */
  readonly protectedPaths: readonly string[]
  /** Folders that stand for those that do not exist. */
  readonly placeholders: readonly string[]
}

/**
 * Returns the entries of the layout, outer paths first, since later steps cover earlier ones. If a path is given twice,
 * the stricter entry wins. Pure.
 */
export function layoutOf(profile: SandboxProfile, facts: LayoutFacts): readonly LayoutStep[] {
  const { workspace } = profile
  const { root, temporaryFolder } = facts
  const own: LayoutStep =
    workspace.access === 'none'
      ? { kind: 'empty', path: workspace.inside, closed: false }
      : { kind: 'bind', path: workspace.inside, host: workspace.host, access: workspace.access }
  const grants: LayoutStep[] = [
    ...(root ?? []),
    ...facts.privateFolders.map((path): LayoutStep => ({ kind: 'empty', path, closed: false })),
    ...facts.hiddenFolders.map((path): LayoutStep => ({ kind: 'empty', path, closed: true })),
    ...(temporaryFolder === undefined
      ? []
      : [{ kind: 'bind', path: '/tmp', host: temporaryFolder, access: 'write' } as const]),
    ...facts.programFolders.map((path) => itself(path, 'read')),
    ...(profile.sealed ?? []).flatMap((folder) => sealedSteps(folder, facts)),
    ...profile.mounts.map(({ host, inside, access }): LayoutStep => ({ kind: 'bind', path: inside, host, access })),
    own,
  ]
  const guards: LayoutStep[] = [
    ...facts.pinnedFolders.map((path) => itself(path, 'write')),
    ...facts.protectedPaths.map((path) => itself(path, 'read')),
    ...facts.placeholders.map((path): LayoutStep => ({ kind: 'placeholder', path })),
    ...facts.maskedFolders.map((path): LayoutStep => ({ kind: 'empty', path, closed: true })),
    ...facts.maskedFiles.map((path): LayoutStep => ({ kind: 'nothing', path })),
  ].filter(({ path }) => isShown(path, grants, root === undefined))
  return [...grants, ...guards].toSorted((one, other) => depthOf(one.path) - depthOf(other.path))
}

/** The folder with the lock, in a sealed folder. */
const lockFolder = '.drawbridge-lock'

/**
 * Returns the entries of a sealed folder. Programs create a lock next to the file that a link leads to, so that only the
 * folder of that file must be writable. The file itself is a mount, which nothing can replace.
 */
function sealedSteps({ path, lockable }: SealedFolder, facts: LayoutFacts): readonly LayoutStep[] {
  const file = `${path}/${lockable}`
  const host = facts.lockableFiles?.includes(file) ? file : facts.blankFile
  if (host === undefined) throw new Error(`"${file}" is missing, and no empty file is given for it.`)
  return [
    { kind: 'empty', path, closed: false, sealed: true },
    { kind: 'empty', path: `${path}/${lockFolder}`, closed: false },
    { kind: 'link', path: file, target: `${lockFolder}/${lockable}` },
    { kind: 'bind', path: `${path}/${lockFolder}/${lockable}`, host, access: 'read' },
  ]
}

/**
 * Returns true if a path of the machine is visible inside too. A covered path needs no protection, and cannot have any.
 */
function isShown(path: string, steps: readonly LayoutStep[], isRootShown: boolean): boolean {
  const over = steps
    .filter((step) => isWithin(step.path, path))
    .reduce<LayoutStep | undefined>((inner, next) => {
      return inner === undefined || next.path.length >= inner.path.length ? next : inner
    }, undefined)
  return over === undefined ? isRootShown : over.kind === 'bind' && over.host === over.path
}

function itself(path: string, access: 'read' | 'write'): LayoutStep {
  return { kind: 'bind', path, host: path, access }
}

function depthOf(path: string): number {
  return path === '/' ? 0 : path.split('/').length
}
