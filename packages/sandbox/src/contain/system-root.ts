import { lstatSync, readdirSync, readlinkSync } from 'node:fs'
import { systemFolders } from '@drawbridge/core/machine'
import type { LayoutStep } from '../bubblewrap/layout.ts'
import { rememberWhileUnchanged } from './folder-stamp.ts'

/** Entries directly in the root that belong to the system. `/tmp` is scanned. */
const open: ReadonlySet<string> = new Set([...systemFolders, '/gnu', '/snap', '/lib32', '/libx32', '/libexec', '/tmp'])
/** System folders that contain files of people and services. */
const closed: ReadonlySet<string> = new Set(['/boot', '/opt'])
const closedBelow = ['/usr/local/etc']
/** Bubblewrap makes these itself. */
const made: ReadonlySet<string> = new Set(['/dev', '/proc'])
/** Folders that are shown in part: of `/var` the packages that are installed, and of `/sys` what runtimes ask for the processors. */
const parts: ReadonlyMap<string, readonly string[]> = new Map([
  ['/var', ['/var/lib', '/var/cache']],
  ['/sys', ['/sys/devices/system']],
])

/** The content of a contained program's private root: everything else is missing. */
export interface SystemRoot {
  /** Folders of the operating system. Real and existing. */
  readonly shown: readonly string[]
  /** Folders of which nothing is seen but what is shown again. */
  readonly hidden: readonly string[]
  readonly links: readonly (LayoutStep & { readonly kind: 'link' })[]
}

/**
 * Returns a function that surveys the root of this machine. Everything is hidden that is not known to belong to the
 * operating system.
 */
export function systemRoot(): () => SystemRoot {
  return rememberWhileUnchanged(['/', ...parts.keys(), ...closedBelow], lookAtRoot)
}

function lookAtRoot(): SystemRoot {
  const top = entriesIn('/')
  const ofVar = entriesIn('/var')
  const isShown = (path: string) => open.has(path) && !closed.has(path)
  const whole = top.folders.filter((path) => isShown(path) && !parts.has(path))
  const inPart = [...parts.values()].flat().filter(isFolder)
  return {
    shown: [...whole, ...inPart],
    hidden: [
      ...top.folders.filter((path) => !isShown(path)),
      ...ofVar.folders.filter((path) => !inPart.includes(path)),
      // An empty folder needs no mount: only processes that could read a secret anyway can add one in the time that
      // bubblewrap takes.
      ...closedBelow.filter((path) => isFolder(path) && !isEmpty(path)),
    ],
    links: [...top.links, ...ofVar.links],
  }
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

function isEmpty(folder: string): boolean {
  try {
    return readdirSync(folder).length === 0
  } catch {
    return false
  }
}

function entriesIn(folder: string): { readonly folders: readonly string[]; readonly links: SystemRoot['links'] } {
  const at = (name: string) => `${folder === '/' ? '' : folder}/${name}`
  try {
    const entries = readdirSync(folder, { withFileTypes: true })
    return {
      folders: entries.flatMap((entry) => (entry.isDirectory() && !made.has(at(entry.name)) ? [at(entry.name)] : [])),
      links: entries.flatMap((entry) => {
        const path = at(entry.name)
        return entry.isSymbolicLink() ? [{ kind: 'link', path, target: readlinkSync(path) } as const] : []
      }),
    }
  } catch {
    return { folders: [], links: [] }
  }
}
