import { join } from 'node:path'
import { keepOnly, leadsThroughLink } from '@drawbridge/sandbox/folder'
import { publishedFolder } from '../tiers/skill-folders.ts'
import type { PublishedSkill } from './published-skills.ts'

/** Removes the files of versions that are not, or no longer, published for everyone: their folder is open to all. */
export function removeWithdrawn(home: string, skills: readonly PublishedSkill[]): void {
  if (leadsThroughLink(join(home, 'skills'), home)) return
  const root = publishedFolder(home)
  const shown = skills.filter(({ visibility }) => visibility === 'public')
  keepOnly(root, new Set(shown.map(({ name }) => name)))
  for (const { name, version } of shown) keepOnly(join(root, name), new Set([String(version)]))
}
