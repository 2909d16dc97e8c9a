import type { Isolation } from '../isolate/create-isolation.ts'
import { endedWithoutWork } from './child-record.ts'
import type { ChildRepository } from './create-child-repository.ts'

/**
 * Ends the children whose process has died, so that their parents learn of it, and keeps the work of those that had a copy of a repository.
 * Resolves to the number of them.
 */
export async function settleLost(children: ChildRepository, isolation: Isolation): Promise<number> {
  let lost = 0
  for (const child of await children.orphans()) {
    const message = 'The process that ran it ended. It may have done a part of its work.'
    const end = await isolation.keep(child, { ...endedWithoutWork, state: 'lost', message })
    if ((await children.end(child, end)) !== undefined) lost += 1
  }
  await isolation.sweep(children.find)
  return lost
}
