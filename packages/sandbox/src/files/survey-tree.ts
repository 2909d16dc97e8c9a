import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fail } from '@drawbridge/core'
import { type AnchoredFolder, openChild } from './anchored-folder.ts'
import type { Grant } from './grant.ts'
import { lookUp } from './look-up.ts'

/**
 * Looks through a folder that will be deleted or moved as a whole. Resolves to the bytes of its files; ends with
 * `path_outside_roots` where it holds something that no tool may touch, before anything was done.
 */
export async function surveyTree(
  parent: AnchoredFolder,
  name: string,
  granted: Grant,
  isForbidden: (real: string) => boolean,
): Promise<number> {
  await using folder = await openChild(parent, name)
  let bytes = 0
  for (const child of await readdir(folder.self)) {
    if (isForbidden(join(folder.real, child))) {
      fail(
        'path_outside_roots',
        `"${granted.path}" holds something that no tool may touch, such as Drawbridge's own data. Name what is beside it.`,
      )
    }
    const entry = await lookUp(folder.at(child))
    if (entry.kind === 'directory') bytes += await surveyTree(folder, child, granted, isForbidden)
    else if (entry.kind === 'file') bytes += Number(entry.stat.size)
  }
  return bytes
}
