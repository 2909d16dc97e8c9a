import { isWithin } from '@drawbridge/core/base'
import { foldPath } from '@drawbridge/core/machine'
import type { VirtualRoot, VirtualTree } from '@drawbridge/core/virtual'

/** The real paths that stand for virtual files. Pure: the disk is not read, so nothing on it can mislead. */
export interface VirtualPlaces {
  /** Absolute and real. */
  readonly workspace: string
  /** Returns the virtual path, spelled like its root; undefined for paths on disk. */
  locate(real: string): string | undefined
  /** The real path that stands for a virtual one, in that one spelling. */
  real(path: string): string
  kindOfRoot(name: string): VirtualRoot['kind'] | undefined
  /** Folders at the root, which are always there. */
  readonly rootFolders: readonly string[]
  /** Their time of change while nothing is in them. */
  readonly createdMs: number
}

/** @param workspace Absolute and real. */
export function createVirtualPlaces(
  workspace: string,
  { roots, createdMs }: Pick<VirtualTree, 'roots' | 'createdMs'>,
): VirtualPlaces {
  const byFolded = new Map(roots.map((root) => [foldPath(root.name), root] as const))
  const kinds = new Map(roots.map(({ name, kind }) => [name, kind] as const))
  return {
    workspace,
    createdMs,
    locate: (real) => {
      if (real === workspace || !isWithin(workspace, real)) return undefined
      const [first = '', ...rest] = real.slice(workspace.length + 1).split('/')
      const root = byFolded.get(foldPath(first))
      return root === undefined ? undefined : [root.name, ...rest].join('/')
    },
    real: (path) => `${workspace}/${path}`,
    kindOfRoot: (name) => kinds.get(name),
    rootFolders: roots.filter(({ kind }) => kind === 'folder').map(({ name }) => name),
  }
}
