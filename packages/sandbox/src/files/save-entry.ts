import { constants } from 'node:fs'
import { basename } from 'node:path'
import type { PathDenials } from '@drawbridge/core/target'
import type { AnchoredFolder } from './anchored-folder.ts'
import type { FileBackups } from './backups.ts'
import type { PathGrant } from './grant.ts'
import type { PresentEntry } from './look-up.ts'
import { openIn } from './open-granted.ts'
import { surveyTree } from './survey-tree.ts'

export interface SaveOptions {
  readonly backups: FileBackups | undefined
  /** Returns true if a real path is forbidden for all tools. */
  readonly isForbidden: (real: string) => boolean
  readonly denials?: PathDenials | undefined
}

/**
 * Backs up an entry that is about to go, after making sure that it may. Resolves to whether its content was kept: links,
 * pipes and devices have none.
 */
export async function saveEntry(
  folder: AnchoredFolder,
  granted: PathGrant,
  kind: PresentEntry['kind'],
  { backups, isForbidden, denials }: SaveOptions,
): Promise<boolean> {
  const name = basename(granted.real)
  if (kind === 'directory') {
    const bytes = await surveyTree(folder, name, granted, {
      isForbidden,
      denialOf: (real) => denials?.find(real, 'delete'),
    })
    return (await backups?.saveFolder(granted.real, folder.at(name), bytes)) ?? false
  }
  if (kind !== 'file' || backups === undefined) return false
  const { handle, stat } = await openIn(folder, granted, constants.O_RDONLY)
  await using file = handle
  return await backups.saveFile(granted.real, file, Number(stat.size))
}
