import { keepWork, readWorktreeRecord, removeCopy } from '@drawbridge/sandbox/worktree'

/** The result of an attempt to remove a copy. */
export interface RemovedCopy {
  /** The branch that has its work. Undefined if nothing was changed. */
  readonly branch: string | undefined
  /** The parts that no branch can have. */
  readonly left: readonly string[]
  readonly isRemoved: boolean
}

/**
 * Removes a copy after a branch has its work. One with parts that no branch can have stays.
 * @param options.discards True to remove it with those parts.
 */
export async function removeKept(
  folder: string,
  { discards = false }: { readonly discards?: boolean } = {},
): Promise<RemovedCopy> {
  const record = await readWorktreeRecord(folder)
  const work = record === undefined || record.isKept ? undefined : await keepWork(folder)
  const left = work?.left ?? record?.left ?? []
  const branch = record?.isKept === true ? record.branch : work?.branch
  const isRemoved = discards || left.length === 0
  if (isRemoved) await removeCopy(folder)
  return { branch, left, isRemoved }
}
