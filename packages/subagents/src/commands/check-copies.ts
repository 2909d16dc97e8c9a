import type { Finding, HouseGround } from '@drawbridge/room'
import { readWorktreeRecord } from '@drawbridge/sandbox/worktree'
import { type LeftCopy, listLeftCopies } from '../isolate/left-copies.ts'
import { createChildRepository } from '../record/create-child-repository.ts'

/** The most copies that are named. */
const mostNamed = 5

/** Says which copies of repositories children have left behind, and how to remove them. */
export async function checkCopies({ home, database, clock }: HouseGround): Promise<Finding> {
  const opened = await database.find()
  const copies = await listLeftCopies(home, opened && createChildRepository(opened, clock))
  if (copies.length === 0) return { status: 'ok', message: 'No child has left a copy of a repository behind.' }
  const named = await Promise.all(copies.slice(0, mostNamed).map(describe))
  const more = copies.length > mostNamed ? ` ${copies.length - mostNamed} more.` : ''
  return {
    status: 'warn',
    message: `${copies.length} copies of repositories were left behind. ${named.join(' ')}${more}`,
    advice: 'Put their work on branches and remove them: drawbridge subagents clean',
  }
}

async function describe({ folder, child }: LeftCopy): Promise<string> {
  const { left = [] } = (await readWorktreeRecord(folder)) ?? {}
  const whose = child === undefined ? '' : ` of the child ${JSON.stringify(child.label)}`
  const why = left.length === 0 ? '' : ` has ${left.join(', ')}, which no branch can have`
  return `${folder}${whose}${why}.`
}
