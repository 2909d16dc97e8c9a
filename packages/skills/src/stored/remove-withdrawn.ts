import { join } from 'node:path'
import { keepOnly, leadsThroughLink } from '@drawbridge/sandbox/folder'
import { publishedFolder } from '../tiers/skill-folders.ts'

/** The newest version of a published skill. */
interface NewestVersion {
  readonly name: string
  readonly version: number
  readonly visibility: 'private' | 'public'
}

/** Removes the files of versions that are not, or no longer, published for everyone: their folder is open to all. */
export function removeWithdrawn(home: string, skills: readonly NewestVersion[]): void {
  if (leadsThroughLink(join(home, 'skills'), home)) return
  const root = publishedFolder(home)
  const shown = skills.filter(({ visibility }) => visibility === 'public')
  keepOnly(root, new Set(shown.map(({ name }) => name)))
  for (const { name, version } of shown) keepOnly(join(root, name), new Set([String(version)]))
}
