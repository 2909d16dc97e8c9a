import { endedWithoutWork } from './child-record.ts'
import type { ChildRepository } from './create-child-repository.ts'

/** Ends the children whose process has died, so that their parents learn of it. Resolves to the number of them. */
export async function settleLost(children: ChildRepository): Promise<number> {
  let lost = 0
  for (const child of await children.orphans()) {
    const message = 'The process that ran it ended. It may have done a part of its work.'
    if ((await children.end(child, { ...endedWithoutWork, state: 'lost', message })) !== undefined) lost += 1
  }
  return lost
}
