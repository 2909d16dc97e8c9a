import { lstatSync, readlinkSync, realpathSync, statfsSync } from 'node:fs'
import { platform } from 'node:process'
import type { PathAccess } from '@drawbridge/core/target'

/** One directory entry, links not followed. */
export type ProbedEntry =
  | { readonly kind: 'missing' }
  | { readonly kind: 'directory' | 'other' }
  | { readonly kind: 'file'; readonly links: number; readonly worldReadable: boolean }
  /** `magic`: a link of the process file system, which does not lead to the place that its text names. */
  | { readonly kind: 'link'; readonly target: string; readonly magic: boolean }

/** All that path resolution reads of the machine, so that its rules can be tested on trees that no disk has. */
export interface LinkProbe {
  /** Throws the operating system's error if it refuses an answer, such as `EACCES` or `ENAMETOOLONG`. */
  inspect(path: string): ProbedEntry
  /** The spelling on disk of an existing path, on file systems that ignore case. */
  spelling?(path: string): string
}

const procfs = 0x9fa0

export const systemLinkProbe: LinkProbe = {
  inspect: (path) => {
    const stat = lstatSync(path, { throwIfNoEntry: false })
    if (stat === undefined) return { kind: 'missing' }
    if (stat.isSymbolicLink()) return { kind: 'link', target: readlinkSync(path), magic: isMagic(path) }
    if (stat.isFile()) return { kind: 'file', links: stat.nlink, worldReadable: (stat.mode & 0o004) !== 0 }
    return { kind: stat.isDirectory() ? 'directory' : 'other' }
  },
  ...(platform === 'darwin' ? { spelling: (path: string) => realpathSync.native(path) } : {}),
}

/** `/proc/self` and `/proc/mounts` are ordinary links; those of one process (`root`, `cwd`, `exe`, `fd/3`) are not. */
function isMagic(path: string): boolean {
  const parent = path.slice(0, path.lastIndexOf('/')) || '/'
  return platform === 'linux' && /\/\d+(\/|$)/.test(parent) && statfsSync(parent).type === procfs
}

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
