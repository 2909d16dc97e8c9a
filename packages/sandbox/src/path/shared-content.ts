import type { PathAccess } from '@drawbridge/core/target'
import type { ProbedEntry } from './link-probe.ts'

/** Folders where tools link unchanged files from their stores: pnpm and others, and git's local clones. */
const linkedByTools = /\/(node_modules|\.git\/objects)\//

/**
 * Why a file with more than one hard link is not simply inside: its content also lies somewhere else, perhaps outside, and
 * nothing on disk says where. Reading stays free for what package managers link, as long as everybody may read it, so that
 * a key linked into `node_modules` still stands out. Undefined for a file of one name.
 */
export function sharedContent(real: string, access: PathAccess, entry: ProbedEntry): string | undefined {
  if (entry.kind !== 'file' || entry.links < 2 || access === 'list') return undefined
  if (access === 'read' && entry.worldReadable && linkedByTools.test(real)) return undefined
  const names = entry.links === 2 ? 'a second name' : `${entry.links - 1} further names`
  return `has ${names} (hard links) that may be outside; package managers create such files too`
}
