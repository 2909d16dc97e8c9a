import { lstatSync, readdirSync } from 'node:fs'
import { systemFolders } from '@drawbridge/core/machine'

/** Of what lies right in the root: what belongs to the system, and what bubblewrap makes itself. `/tmp` is looked through. */
const open: ReadonlySet<string> = new Set([
  ...systemFolders,
  '/dev',
  '/gnu',
  '/snap',
  '/lib32',
  '/libx32',
  '/libexec',
  '/tmp',
])
/** Of the system, what people and services put there. */
const closed: ReadonlySet<string> = new Set(['/boot', '/opt'])
/** Of `/var`, what belongs to the system: packages that are installed, and what was made of them. */
const openOfVar: ReadonlySet<string> = new Set(['/var/lib', '/var/cache'])
const closedBelow = ['/sys/kernel/debug', '/sys/kernel/tracing', '/sys/firmware', '/usr/local/etc']

/**
 * Folders of this machine of which a contained program sees nothing but what is shown again: all but those of the operating system. In
 * `/` and `/var` what is not known is closed.
 */
export function closedFolders(): readonly string[] {
  const top = foldersIn('/').filter((path) => !open.has(path) || closed.has(path))
  const below = closedBelow.filter((path) => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true)
  const ofVar = foldersIn('/var').filter((path) => !openOfVar.has(path))
  // What is empty costs no mount: nobody can put a secret there in the time that bubblewrap takes but who could read it anyway.
  return [...top, ...ofVar, ...below].filter((path) => !isEmpty(path))
}

function isEmpty(folder: string): boolean {
  try {
    return readdirSync(folder).length === 0
  } catch {
    return false
  }
}

function foldersIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${folder === '/' ? '' : folder}/${name}`)
  } catch {
    return []
  }
}
