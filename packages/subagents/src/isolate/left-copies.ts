import { join } from 'node:path'
import { listCopies } from '@drawbridge/sandbox/worktree'
import { type ChildRecord, hasEnded } from '../record/child-record.ts'
import type { ChildRepository } from '../record/create-child-repository.ts'
import { folderOfCopies } from './create-isolation.ts'

/** A copy of a repository that was left behind: no child works in it. */
export interface LeftCopy {
  /** The id of its child, and the name of its folder. */
  readonly id: string
  /** Absolute. */
  readonly folder: string
  /** Undefined if the database does not know the child. */
  readonly child: ChildRecord | undefined
}

/** Returns the copies in which no child works any more, in whichever process. */
export async function listLeftCopies(
  home: string,
  children: Pick<ChildRepository, 'find' | 'orphans'> | undefined,
): Promise<readonly LeftCopy[]> {
  const all = folderOfCopies(home)
  const ids = await listCopies(all)
  if (ids.length === 0) return []
  const orphans = new Set((await children?.orphans())?.map(({ id }) => id))
  const copies = await Promise.all(
    ids.map(async (id) => ({ id, folder: join(all, id), child: await children?.find(id) })),
  )
  return copies.filter(({ id, child }) => child === undefined || hasEnded(child) || orphans.has(id))
}
