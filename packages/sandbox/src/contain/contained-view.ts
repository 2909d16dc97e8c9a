import { lstatSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { isWithin } from '@drawbridge/core/base'
import { sensitiveHomePlaces } from '@drawbridge/core/machine'
import type { PathDenials } from '@drawbridge/core/target'
import type { MachineSurvey } from '../bubblewrap/survey-machine.ts'
import { attachedRepositories } from '../git/attached-repositories.ts'
import { isHidden } from '../machine/is-hidden.ts'
import type { Boundaries } from '../path/boundaries.ts'
import { type LinkProbe, systemLinkProbe } from '../path/link-probe.ts'
import { resolveRealPath } from '../path/resolve-real-path.ts'
import { isSystemPath } from '../path/system-path.ts'
import { type ContainedLayouts, type Covers, createContainedLayouts, sharedFolder } from './contained-layout.ts'
import { filesIn, filesOf, foldersIn, hasOtherName, kindIn, kindOf } from './disk-entries.ts'
import { existingPlaces } from './existing-places.ts'
import { createTreeMemory, type TreeBounds, type TreeLook, type TreeWalk } from './tree-memory.ts'

/** The parts of the disk that a contained command sees, or the reason why the files to hide are unknown. */
export type ContainedView =
  | (Covers & {
      readonly status: 'known'
      /** The file or folder that each cover hides, by its path. A replacement is not covered. */
      readonly identities: ReadonlyMap<string, Identity>
    })
  | { readonly status: 'unknown'; readonly reason: string }

/** Tells one file or folder from any other at its path. */
interface Identity {
  readonly id: string
  /** The time of its last change, by writing or otherwise, and that of its last writing. Undefined for a folder. */
  readonly changedMs?: number
  readonly writtenMs?: number
}

export type KnownView = Extract<ContainedView, { status: 'known' }>

export interface ContainedViews {
  /** The last result, without scanning the disk; undefined before the first scan. */
  readonly last: () => ContainedView | undefined
  /** Surveys the changes; all at once if there are few. */
  look(): ContainedView | undefined
  /** Looks at everything, letting others have their turn. */
  lookPatiently(): Promise<ContainedView>
  readonly layouts: ContainedLayouts
}

export interface ContainedViewOptions {
  readonly boundaries: Boundaries
  readonly userHome: string
  readonly searchPath: string
  readonly machine: MachineSurvey
  readonly probe?: LinkProbe | undefined
  /** Paths that rules deny to the call. */
  readonly denials?: PathDenials | undefined
}

/** The number of folders surveyed at once: some milliseconds, while bubblewrap builds on another processor. */
const atOnce = 5_000
const inTurn = 500
const wholeBounds: TreeBounds = { maxFolders: 100_000, maxEntries: 500_000 }
/** The limits of the survey of `/tmp`. */
const roughBounds: TreeBounds = { maxFolders: 300, maxEntries: 5_000 }
/** Each cover is a mount, and mounts cost the more the more there are. */
const maxCovers = 200
const systemEveryMs = 60_000

/** Finds out what a contained command must not see, and keeps that in mind for the next one. */
export function createContainedViews(options: ContainedViewOptions): ContainedViews {
  const { boundaries, userHome, searchPath, machine, probe = systemLinkProbe, denials } = options
  const { workspace, readRoots, writeRoots, home, denied } = boundaries
  const isDenied = (path: string) => denials?.find(path, 'read', 'list') !== undefined
  const isGuarded = (path: string) => isHidden(path, boundaries) || isDenied(path)
  // Installed code is looked through only for what rules deny in it.
  const memory = createTreeMemory({ isGuarded, mayHold: (path) => denials?.mayLieBelow(path, 'read', 'list') === true })
  const shown = outermost([workspace, ...readRoots, ...writeRoots, ...repositoryFolders()])
  const homePlaces = existingPlaces(userHome, sensitiveHomePlaces)
  let last: ContainedView | undefined
  let outside: { readonly at: number; readonly etc: readonly string[]; readonly covers: readonly string[] } | undefined

  return {
    last: () => last,
    look: () => {
      const covers = collect()
      let budget = atOnce
      for (let step = covers.next(); ; step = covers.next()) {
        if (step.done === true) return keep(step.value)
        budget -= inTurn
        if (budget <= 0) return undefined
      }
    },
    lookPatiently: async () => {
      const covers = collect()
      for (let step = covers.next(); ; step = covers.next()) {
        if (step.done === true) return keep(step.value)
        await setImmediate()
      }
    },
    layouts: createContainedLayouts({ workspace, shown, userHome, searchPath }),
  }

  /** Git reads the repository of a linked worktree or a submodule, which is in another folder. */
  function repositoryFolders(): readonly string[] {
    const closed = [...denied, ...(home === undefined ? [] : [home])]
    return attachedRepositories({ workspace, userHome })
      .map((repository) => (repository.kind === 'worktree' ? repository.common : repository.folder))
      .filter((folder) => !isDenied(folder) && !closed.some((path) => isWithin(path, folder)))
      .filter((folder) => !isSystemPath(folder, { userHome }))
  }

  function keep(view: ContainedView): ContainedView {
    last = view
    return view
  }

  /** Yields between stretches of `inTurn` folders. */
  function* collect(): Generator<undefined, ContainedView> {
    const covers = new Set([...denied, ...(home === undefined ? [] : [home]), ...machine.systemSecrets])
    for (const root of shown) {
      const found = yield* finish(memory.look(root, wholeBounds))
      if (!found.isWhole) return unknown(`there are too many files below "${root}" to find every credential in it`)
      const seen = coversOf(found)
      for (const path of seen) covers.add(path)
      const linked = seen.flatMap(filesOf).find(hasOtherName)
      if (linked !== undefined) return unknown(`"${linked}" has another hard link, which cannot be searched for`)
    }
    for (const base of deniedElsewhere()) {
      if (isDenied(base)) covers.add(base)
      const found = yield* finish(memory.look(base, wholeBounds))
      if (!found.isWhole) return unknown(`there are too many files below "${base}" to find every denied path in it`)
      for (const path of coversOf(found)) covers.add(path)
    }
    for (const path of yield* system()) covers.add(path)
    const linked = secretsOfHome().find(hasOtherName)
    if (linked !== undefined) return unknown(`"${linked}" has another hard link, which cannot be searched for`)
    if (covers.size > maxCovers) return unknown(`there are ${covers.size} files to hide, more than ${maxCovers}`)
    return viewOf([...covers].toSorted())
  }

  /** Returns denied files and folders outside the roots, which are visible because the machine's own tree is. */
  function deniedElsewhere(): readonly string[] {
    return (denials?.bases ?? []).filter((base) => base !== '/' && !shown.some((root) => isWithin(root, base)))
  }

  /**
   * Covers the administrator's files in `/etc` and files in a shared folder: once that is covered as a whole, it stays
   * so for a while without another scan.
   */
  function* system(): Generator<undefined, readonly string[]> {
    const isOld = outside === undefined || Date.now() - outside.at > systemEveryMs
    const isTemporaryShown = outside?.covers.includes(sharedFolder) === false
    if (outside !== undefined && !isOld && !isTemporaryShown) return outside.covers
    const etc = isOld ? coversOf(yield* finish(memory.look('/etc', wholeBounds))) : (outside?.etc ?? [])
    const covers = [...etc, ...(yield* lyingAbout(sharedFolder))]
    outside = { at: isOld ? Date.now() : (outside?.at ?? 0), etc, covers }
    return covers
  }

  /**
   * A shared folder is shown if it can be scanned quickly and nothing in it has to be covered; else it is covered as a
   * whole, because mount points in a folder with changing entries are unsafe.
   */
  function* lyingAbout(folder: string): Generator<undefined, readonly string[]> {
    const isOwn = (path: string) => shown.some((root) => isWithin(root, path))
    const names = foldersIn(folder)
    const top = yield* finish(memory.look(folder, { maxFolders: 1, maxEntries: roughBounds.maxEntries }))
    if (names.length > roughBounds.maxFolders || coversOf(top).length > 0) return [folder]
    let left = roughBounds.maxFolders
    for (const path of names.filter((name) => !isOwn(name))) {
      const found = yield* finish(memory.look(path, { ...roughBounds, maxFolders: left }))
      left -= found.folders
      if (!found.isWhole || found.guarded.length > 0) return [folder]
    }
    return []
  }

  /** A link cannot be covered, so its target is covered, if it is visible at all. */
  function coversOf({ guarded }: TreeLook): string[] {
    return guarded.flatMap(({ path, isLink }) => {
      if (!isLink) return [path]
      const resolved = resolveRealPath(path, { probe, followLast: true })
      const isThere = resolved.status === 'found' && resolved.entry.kind !== 'missing'
      const isSeen =
        isThere && [...shown, sharedFolder].some((root) => isWithin(root, resolved.real) && root !== resolved.real)
      return isSeen ? [resolved.real] : []
    })
  }

  function secretsOfHome(): readonly string[] {
    // Another name elsewhere would show them.
    return homePlaces().flatMap((path) => (kindOf(path) === 'folder' ? filesIn(path) : [path]))
  }
}

function* finish(walk: TreeWalk): Generator<undefined, TreeLook> {
  for (let found = walk.advance(inTurn); ; found = walk.advance(inTurn)) {
    if (found !== undefined) return found
    yield undefined
  }
}

/**
 * A path that a program could read by now though it had to be covered before it ran: it is new, or replaced what was covered, which takes
 * the cover away.
 */
export function exposedSince(before: KnownView, now: KnownView): string | undefined {
  return [...now.identities].find(([path, identity]) => !isSame(before.identities.get(path), identity))?.[0]
}

/**
 * Returns true if a file was at its path all the time, for all that can be told. A file that only got other content was: writing sets
 * both times. If it changed otherwise, it may have been away under another name, which takes the cover away for good.
 */
function isSame(before: Identity | undefined, now: Identity): boolean {
  return before?.id === now.id && (before.changedMs === now.changedMs || now.changedMs === now.writtenMs)
}

/**
 * Returns the covers with the identities of what they hide. The number of a file may be reused by the next file, so it is not
 * enough. The shared folder is left out, because it is also covered if many irrelevant files appear in it.
 */
function viewOf(covers: readonly string[]): KnownView {
  const kinds = new Map<string, 'folder' | 'file'>()
  const identities = new Map<string, Identity>()
  for (const path of covers) {
    const stat = lstatSync(path, { throwIfNoEntry: false })
    if (stat === undefined) continue
    const kind = kindIn(stat)
    if (kind !== 'none') kinds.set(path, kind)
    if (path === sharedFolder) continue
    const id = `${stat.dev}:${stat.ino}:${stat.birthtimeMs}`
    identities.set(path, stat.isDirectory() ? { id } : { id, changedMs: stat.ctimeMs, writtenMs: stat.mtimeMs })
  }
  return { status: 'known', covers, kinds, identities }
}

function unknown(why: string): ContainedView {
  return { status: 'unknown', reason: `${why}.` }
}

function outermost(paths: readonly string[]): readonly string[] {
  const all = [...new Set(paths)]
  return all.filter((path) => !all.some((other) => other !== path && isWithin(other, path)))
}
