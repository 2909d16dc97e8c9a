import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fail } from '@drawbridge/core'
import type { PathDenial } from '@drawbridge/core/target'
import { type AnchoredFolder, openChild } from './anchored-folder.ts'
import { deniedText } from './denied-text.ts'
import type { PathGrant } from './grant.ts'
import { lookUp } from './look-up.ts'

/** The reasons why a folder cannot be deleted or moved as a whole. */
export interface TreeLimits {
  /** Returns true if a real path is forbidden for all tools. */
  readonly isForbidden: (real: string) => boolean
  /** The rule that keeps an entry from going. */
  readonly denialOf: (real: string) => PathDenial | undefined
}

/**
 * Surveys a folder that will be deleted or moved as a whole, before anything is changed. Resolves to the bytes of its files. Ends
 * with `path_outside_roots` if it holds something that no tool may touch, and with `denied_by_policy` if a rule denies an entry.
 */
export async function surveyTree(
  parent: AnchoredFolder,
  name: string,
  granted: PathGrant,
  limits: TreeLimits,
): Promise<number> {
  await using folder = await openChild(parent, name)
  let bytes = 0
  for (const child of await readdir(folder.self)) {
    const real = join(folder.real, child)
    if (limits.isForbidden(real)) {
      fail(
        'path_outside_roots',
        `"${granted.path}" contains something that no tool may access, such as Drawbridge's own data. Exclude it, or name the entries to use.`,
      )
    }
    const denial = limits.denialOf(real)
    if (denial !== undefined) fail('denied_by_policy', `"${granted.path}" was not changed: ${deniedText(real, denial)}`)
    const entry = await lookUp(folder.at(child))
    if (entry.kind === 'directory') bytes += await surveyTree(folder, child, granted, limits)
    else if (entry.kind === 'file') bytes += Number(entry.stat.size)
  }
  return bytes
}
