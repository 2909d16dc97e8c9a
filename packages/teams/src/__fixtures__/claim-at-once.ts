// Claims one task many times at once, and prints the names of those who got it: `node claim-at-once.ts JSON`.
import { once } from 'node:events'
import { systemClock } from '@drawbridge/core/base'
import { type DatabaseOptions, openDatabase } from '@drawbridge/store/database'
import { type BoardResult, openBoard } from '../board/board.ts'
import { rooms, shop } from './shop.ts'

/** The claims of one process. */
export interface ClaimsAtOnce {
  readonly options: DatabaseOptions
  readonly task: number
  readonly members: readonly string[]
}

const given = process.argv[2]
if (given !== undefined) {
  const { options, task, members } = JSON.parse(given) as ClaimsAtOnce
  await using database = await openDatabase({ ...options, rooms })
  const board = openBoard({ database, clock: systemClock, leaseMs: 60_000, announce: async () => undefined }, shop)
  process.stdout.write('ready\n')
  // All processes begin when their input ends.
  process.stdin.resume()
  await once(process.stdin, 'end')
  const claim = (name: string): Promise<BoardResult> =>
    board.act({ role: 'member', name, user: 'ada' }, task, { type: 'claim' })
  const results = await Promise.all(members.map(claim))
  const winners = results.flatMap((result) => ('task' in result ? [result.task.assignee] : []))
  process.stdout.write(`${JSON.stringify(winners)}\n`)
}
