import { basename, dirname } from 'node:path'
import { DrawbridgeError, fail } from '@drawbridge/core'
import { isWithin } from '@drawbridge/core/base'
import type { SandboxProfile } from '../../backend/sandbox-profile.ts'
import type { PathFact, PathFacts } from './path-facts.ts'
import type { Placeholder } from './placeholders.ts'

/** One path of this machine at one place inside. */
export interface PlannedMount {
  readonly source: string
  readonly target: string
  readonly readOnly: boolean
}

export interface MountPlan {
  /** Outer places before inner ones. */
  readonly mounts: readonly PlannedMount[]
  /** Paths that must exist on this machine so that a mount can stop programs from creating them. */
  readonly placeholders: readonly Placeholder[]
}

/** The mounts that hide others: an empty file and an empty folder. */
export interface EmptyThings {
  readonly file: string
  readonly folder: string
}

interface Place {
  readonly host: string
  readonly inside: string
  readonly access: 'read' | 'write'
}

export function placesOf({ workspace, mounts }: SandboxProfile): readonly Place[] {
  const { host, inside, access } = workspace
  return [...(access === 'none' ? [] : [{ host, inside, access }]), ...mounts]
}

/** Returns the inside paths of masked files. */
export function hiddenInside(profile: SandboxProfile): readonly string[] {
  return placesOf(profile).flatMap((place) =>
    profile.masked.filter((path) => isInner(place, path)).map((path) => insideOf(place, path)),
  )
}

/** Every path that `planMounts` asks about. */
export function pathsToLookAt(profile: SandboxProfile): readonly string[] {
  const places = placesOf(profile)
  const special = [...profile.masked, ...protectedPaths(profile)]
  const within = places.flatMap((place) => special.flatMap((path) => [...ancestorsWithin(place.host, path), path]))
  return [profile.workspace.host, ...places.map((place) => place.host), ...within]
}

/**
 * Plans the mounts, so that a container sees the profile's places without their masked files, and can neither change
 * nor create read-only ones. A mount point cannot be removed or renamed inside, but the folders above it can: so they
 * become mount points themselves. Pure. A link cannot be protected that way: throws `sandbox_unavailable`.
 */
export function planMounts(profile: SandboxProfile, facts: PathFacts, empty: EmptyThings): MountPlan {
  const places = placesOf(profile)
  const mounts = new Map<string, PlannedMount>()
  const placeholders = new Map<string, Placeholder>()
  const add = (mount: PlannedMount) => void mounts.set(mount.target, mount)
  const pinAbove = (place: Place, path: string) => {
    for (const folder of ancestorsWithin(place.host, path)) {
      const target = insideOf(place, folder)
      if (!mounts.has(target)) add({ source: folder, target, readOnly: false })
    }
  }

  for (const place of places) {
    if (factAt(facts, place.host).kind === 'absent') {
      throw new DrawbridgeError('invalid_option', `The folder "${place.host}" of the sandbox does not exist.`)
    }
    add({ source: place.host, target: place.inside, readOnly: place.access === 'read' })
  }
  for (const place of places) {
    const masked = outermost(
      profile.masked.filter((path) => isInner(place, path) && factAt(facts, path).kind !== 'absent'),
    )
    const isMasked = (path: string) => masked.some((cover) => isWithin(cover, path))
    const protectedHere = protectedPaths(profile).filter((path) => isInner(place, path) && !isMasked(path))
    if (place.access === 'write') {
      for (const path of outermost(protectedHere.map((candidate) => heldFor(place, candidate, facts)))) {
        const fact = factAt(facts, path)
        refuseLink(path, fact)
        pinAbove(place, path)
        if (fact.kind === 'absent') {
          placeholders.set(path, { path, kind: basename(path) === commonFile ? 'file' : 'folder' })
        }
        add({ source: path, target: insideOf(place, path), readOnly: true })
      }
    }
    for (const path of masked) {
      const fact = factAt(facts, path)
      refuseLink(path, fact)
      if (place.access === 'write') pinAbove(place, path)
      const source = fact.kind === 'folder' ? empty.folder : empty.file
      add({ source, target: insideOf(place, path), readOnly: true })
    }
  }
  return {
    mounts: [...mounts.values()].sort((a, b) => depth(a.target) - depth(b.target)),
    placeholders: [...placeholders.values()],
  }
}

/**
 * Returns the path to protect so that a path cannot be changed or created: itself, or the first part on the way that is
 * not a folder.
 */
function heldFor(place: Place, path: string, facts: PathFacts): string {
  return ancestorsWithin(place.host, path).find((folder) => factAt(facts, folder).kind !== 'folder') ?? path
}

/** Removes paths that are inside others. */
function outermost(paths: readonly string[]): readonly string[] {
  const unique = [...new Set(paths)]
  return unique.filter((path) => !unique.some((other) => other !== path && isWithin(other, path)))
}

/** The name of a path that git reads only if it is a file. */
const commonFile = 'commondir'

/** If a repository's settings are protected, so is the file that could move them elsewhere. */
function protectedPaths({ readOnly }: SandboxProfile): readonly string[] {
  const moving = readOnly.map(dirname).filter((folder) => basename(folder) === '.git')
  return [...new Set([...readOnly, ...moving.map((folder) => `${folder}/${commonFile}`)])]
}

function factAt(facts: PathFacts, path: string): PathFact {
  return facts.get(path) ?? { kind: 'absent' }
}

function isInner(place: Place, path: string): boolean {
  return path !== place.host && isWithin(place.host, path)
}

function insideOf(place: Place, path: string): string {
  const rest = path.slice(place.host === '/' ? 0 : place.host.length)
  return place.inside === '/' ? rest : `${place.inside}${rest}`
}

/** The folders between a place and a path in it, without both, from the outside in. */
function ancestorsWithin(host: string, path: string): readonly string[] {
  if (path === host || !isWithin(host, path)) return []
  const folders: string[] = []
  for (let folder = dirname(path); folder !== host; folder = dirname(folder)) folders.unshift(folder)
  return folders
}

function refuseLink(path: string, fact: PathFact): void {
  if (fact.kind !== 'link') return
  fail(
    'sandbox_unavailable',
    `"${path}" is a symbolic link, and a container cannot stop programs from replacing it. Replace it with the file itself.`,
  )
}

function depth(path: string): number {
  return path.split('/').length
}
