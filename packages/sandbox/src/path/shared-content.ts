import type { PathAccess } from '@drawbridge/core/target'
import type { ProbedEntry } from './link-probe.ts'

/** Folders where tools link unchanged files from their stores: pnpm and others, and git's local clones. */
const linkedByTools = /\/(node_modules|\.git\/objects)\//

/**
 * Returns the reason that a file with several hard links does not count as inside: the same content has other names, perhaps
 * outside, and nothing on disk says where. Files that package managers link stay readable if everybody may read them, so a key
 * linked into `node_modules` is still refused. Returns undefined for a file with one name.
 */
export function sharedContent(real: string, access: PathAccess, entry: ProbedEntry): string | undefined {
  if (entry.kind !== 'file' || entry.links < 2 || access === 'list') return undefined
  if (access === 'read' && entry.worldReadable && linkedByTools.test(real)) return undefined
  const names = entry.links === 2 ? 'a second name' : `${entry.links - 1} further names`
  return `has ${names} (hard links) that may be outside; package managers create such files too`
}
