import { dirname, join, relative } from 'node:path'
import type { Target } from '@drawbridge/core'
import { isWithin } from '@drawbridge/core/base'

/** Folders whose content others wrote: what is there instructs nobody. */
const foreign: ReadonlySet<string> = new Set(['.git', 'node_modules', 'vendor', '.venv', '__pycache__'])

/**
 * Returns the folders below a workspace that calls worked in, each with those above it, outermost first. The workspace itself is none of
 * them, nor is a folder of dependencies. Pure.
 * @param workspace Absolute, without symbolic links.
 */
export function scopedFolders(targets: readonly Target[], workspace: string): readonly string[] {
  const folders = new Set<string>()
  for (const target of targets) {
    const touched = folderOf(target)
    if (touched === undefined || !isWithin(workspace, touched)) continue
    let folder = workspace
    for (const part of relative(workspace, touched).split('/')) {
      if (part === '' || foreign.has(part)) break
      folder = join(folder, part)
      folders.add(folder)
    }
  }
  return [...folders].toSorted((left, right) => left.split('/').length - right.split('/').length)
}

/** A file that a call only met in a folder was not chosen by the model, and may be anywhere below. */
function folderOf(target: Target): string | undefined {
  if (target.kind === 'command') return target.cwd
  if (target.kind !== 'path' || target.metIn !== undefined || target.virtual === true) return undefined
  return target.recursive || target.access === 'list' ? target.real : dirname(target.real)
}
