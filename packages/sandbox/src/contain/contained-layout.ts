import { isWithin } from '@drawbridge/core/base'
import { type LayoutStep, layoutOf } from '../bubblewrap/layout.ts'
import { isPlain } from './disk-entries.ts'
import { type SystemRoot, systemRoot } from './system-root.ts'
import { toolHomes } from './tool-homes.ts'

export type Layout = readonly LayoutStep[]

/** Real paths that a command names: what it would find without containment too, and was decided on. */
export interface NamedPlaces {
  readonly programs: readonly string[]
  readonly files: readonly string[]
}

/** The files and folders that a command must not see. */
export interface Covers {
  readonly covers: readonly string[]
  /** The kind of each, by path. Absent for a link or a missing entry. */
  readonly kinds: ReadonlyMap<string, 'folder' | 'file'>
}

/** The layouts of contained commands of one workspace. */
export interface ContainedLayouts {
  /** The layout that the last command of these programs and paths had, without a look at the disk. */
  last(named: NamedPlaces): Layout | undefined
  /** Returns the layout for a command that starts these programs and names these paths: an earlier one itself if it is the same. */
  now(covers: Covers, named: NamedPlaces): Layout
}

export interface ContainedLayoutOptions {
  readonly workspace: string
  /** The workspace and the other roots of the call, outermost ones. */
  readonly shown: readonly string[]
  readonly userHome: string
  readonly searchPath: string
}

/** Everyone's folder for temporary files: it is either shown or covered as a whole. */
export const sharedFolder = '/tmp'
const maxKept = 64

export function createContainedLayouts(options: ContainedLayoutOptions): ContainedLayouts {
  const kept = new Map<string, { readonly parts: string; readonly layout: Layout }>()
  const rootNow = systemRoot()
  return {
    last: (named) => kept.get(JSON.stringify(named))?.layout,
    now: (covers, named) => {
      const key = JSON.stringify(named)
      const found = partsOf(covers, named, { ...options, root: rootNow() })
      const parts = JSON.stringify(found)
      // Commands of other programs have the same layout as a rule, and then get the same one.
      const same =
        kept.get(key)?.parts === parts ? kept.get(key) : [...kept.values()].find((one) => one.parts === parts)
      const layout = same?.layout ?? layoutFrom(found, options)
      kept.delete(key)
      kept.set(key, { parts, layout })
      const [oldest] = kept.keys()
      if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest)
      return layout
    },
  }
}

interface Parts {
  readonly system: readonly string[]
  readonly hidden: readonly string[]
  readonly links: SystemRoot['links']
  readonly programFolders: readonly string[]
  readonly maskedFolders: readonly string[]
  readonly maskedFiles: readonly string[]
}

/** Finds everything on the disk that a layout depends on. */
function partsOf(
  { covers, kinds }: Covers,
  { programs, files }: NamedPlaces,
  { root, shown, userHome, searchPath }: ContainedLayoutOptions & { readonly root: SystemRoot },
): Parts {
  const isMasked = (path: string) => covers.includes(path)
  const hidden = [...new Set([...root.hidden, ...root.shown.filter(isMasked), userHome])]
  // A root of the call inside a hidden folder is mounted with all that is in it, and nothing can be mounted twice.
  const isCovered = (path: string) =>
    hidden.some((folder) => {
      return isWithin(folder, path) && !shown.some((root) => isWithin(folder, root) && isWithin(root, path))
    })
  return {
    system: root.shown.filter((path) => !isMasked(path)),
    hidden,
    links: root.links,
    programFolders: [
      ...toolHomes({ searchPath, userHome, programs, isCovered }),
      ...files.filter((path) => isWithin(sharedFolder, path) && isMasked(sharedFolder) && isPlain(path)),
    ],
    maskedFolders: covers.filter((path) => kinds.get(path) === 'folder'),
    maskedFiles: covers.filter((path) => kinds.get(path) === 'file'),
  }
}

function layoutFrom(parts: Parts, { workspace, shown }: ContainedLayoutOptions): Layout {
  const { system, hidden, links } = parts
  const isInside = (path: string) => [...system, ...shown].some((outer) => outer !== path && isWithin(outer, path))
  return layoutOf(
    {
      key: 'contained',
      workspace: { host: workspace, inside: workspace, access: 'read' },
      mounts: shown
        .filter((host) => host !== workspace)
        .map((host) => ({ host, inside: host, access: 'read' }) as const),
      masked: [],
      readOnly: [],
      network: { kind: 'none' },
      limits: {},
    },
    {
      ...parts,
      root: [
        ...system.map((path) => ({ kind: 'bind', path, host: path, access: 'read' }) as const),
        ...hidden.filter((path) => !isInside(path)).map((path) => ({ kind: 'folder', path }) as const),
        ...links,
      ],
      privateFolders: [],
      hiddenFolders: hidden.filter(isInside),
      pinnedFolders: [],
      protectedPaths: [],
      placeholders: [],
    },
  )
}
