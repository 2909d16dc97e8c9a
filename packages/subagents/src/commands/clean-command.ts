import { DrawbridgeError, errorMessage } from '@drawbridge/core'
import type { RoomCommand } from '@drawbridge/room'
import { operatorOf } from '@drawbridge/sandbox/operator'
import { createIsolation } from '../isolate/create-isolation.ts'
import { listLeftCopies } from '../isolate/left-copies.ts'
import { removeKept } from '../isolate/remove-kept.ts'
import { createChildRepository } from '../record/create-child-repository.ts'
import { settleLost } from '../record/settle-lost.ts'

/** `subagents clean`. */
export const cleanCommand: RoomCommand = {
  arguments: [{ name: 'id', summary: 'id of a child, which is the name of its folder; default: all', required: false }],
  options: [
    { flags: '--discard', summary: 'also remove copies with parts that no branch can have' },
    { flags: '--json', summary: 'write one JSON object' },
  ],
  examples: [['Remove what children left behind', 'drawbridge subagents clean']],
  run: async ({ arguments: [wanted], options, io, ground, openHouse }) => {
    const discards = options.discard === true
    if (discards && !operatorOf(io.environment).human)
      throw new DrawbridgeError(
        'invalid_option',
        'Only a person can discard work by command, and a tool started this one.',
      )
    const database = await ground.database.find()
    const children = database && createChildRepository(database, ground.clock)
    const before = await listLeftCopies(ground.home, children)
    const chosen = before.filter(({ id }) => wanted === undefined || id === wanted)
    if (wanted !== undefined && chosen.length === 0)
      throw new DrawbridgeError(
        'invalid_option',
        `No copy that was left behind has the id ${JSON.stringify(wanted)}. List them: drawbridge doctor`,
      )
    // The parents of those whose process died learn of the branches too.
    if (children !== undefined && chosen.length > 0) await settleLost(children, createIsolation(await openHouse()))
    const copies = await Promise.all(
      chosen.map(async ({ id, folder }) => {
        const branch = (await children?.find(id))?.branch
        try {
          const removed = await removeKept(folder, { discards })
          return { id, folder, branch: branch ?? removed.branch, left: removed.left, removed: removed.isRemoved }
        } catch (error) {
          return { id, folder, branch, left: [errorMessage(error)], removed: false }
        }
      }),
    )
    const isDone = copies.every(({ removed }) => removed)
    if (options.json === true) await io.output.write(`${JSON.stringify({ copies })}\n`)
    else if (copies.length === 0) await io.diagnostics.write('No child has left a copy behind.\n')
    for (const copy of options.json === true ? [] : copies) await io.output.write(`${lineOf(copy)}\n`)
    return isDone ? undefined : 1
  },
}

function lineOf({
  folder,
  branch,
  left,
  removed,
}: {
  readonly folder: string
  readonly branch: string | undefined
  readonly left: readonly string[]
  readonly removed: boolean
}): string {
  const kept = branch === undefined ? '' : ` Its work is on the branch ${branch}.`
  if (removed) return `Removed ${folder}.${kept}`
  return `${folder} stays, because of ${left.join(', ')}.${kept} Take out what you need, then: drawbridge subagents clean --discard`
}
