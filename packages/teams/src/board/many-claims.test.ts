import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../../store/src/__fixtures__/describe-databases.ts'
import type { ClaimsAtOnce } from '../__fixtures__/claim-at-once.ts'
import { openShop, plain, planner, rooms } from '../__fixtures__/shop.ts'
import { eventsOfTeam } from './board-record.ts'
import { findTask } from './task-rows.ts'

const script = join(import.meta.dirname, '../__fixtures__/claim-at-once.ts')
const [processes, claims] = [3, 1_000]

/** A process that waits for its start, and returns who got the task. */
function startClaims(work: ClaimsAtOnce) {
  const child = spawn(process.execPath, [script, JSON.stringify(work)], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'close')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    ready: async () => expect((await lines.next()).value).toBe('ready'),
    winners: async (): Promise<readonly string[]> => {
      child.stdin.end()
      const { value } = await lines.next()
      await ended
      return JSON.parse(value ?? '[]')
    },
  }
}

describeDatabases('a thousand claims of one task over three processes', ({ open, options }) => {
  test('have one winner, which owns the task', { timeout: 300_000 }, async () => {
    const database = await open({ rooms })
    const { board } = await openShop(database)
    await board.create(planner, { ...plain, subject: 'A' })
    const members = Array.from({ length: claims }, (_, index) => `member-${index}`)
    const started = Array.from({ length: processes }, (_, place) =>
      startClaims({ options: options(), task: 1, members: members.filter((__, index) => index % processes === place) }),
    )
    for (const { ready } of started) await ready()
    const winners = (await Promise.all(started.map((each) => each.winners()))).flat()
    expect(winners).toHaveLength(1)
    expect(await findTask(database, 'shop', 1)).toMatchObject({
      status: 'in_progress',
      assignee: winners[0],
      attempt: 1,
    })
    const types = (await eventsOfTeam(database, 'shop')).map(({ type }) => type)
    expect(types).toEqual(['created', 'claimed'])
  })
})
