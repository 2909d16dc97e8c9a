import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text as readAll } from 'node:stream/consumers'
import { systemClock } from '@drawbridge/core/base'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../../store/src/__fixtures__/describe-databases.ts'
import { plain, planner, rooms, shop } from '../__fixtures__/shop.ts'
import { type KilledSupervisor, supervise } from '../__fixtures__/supervise-until-killed.ts'
import { openBoard } from '../board/board.ts'
import { eventsOfTeam } from '../board/board-record.ts'
import { listTasks } from '../board/task-rows.ts'
import { createTeam } from '../team/team-store.ts'

/** Rounds on each database, in which two supervisors are killed. For a night: `DRAWBRIDGE_KILL_ROUNDS=30`. */
const rounds = Math.min(30, Number(process.env.DRAWBRIDGE_KILL_ROUNDS ?? 1))
const tasksOfRound = 24
const script = join(import.meta.dirname, '../__fixtures__/supervise-until-killed.ts')
const owners = [...shop.members, ...shop.reviewers]

/** Resolves to true if it was killed before all was done. */
async function superviseUntilKilled(work: KilledSupervisor): Promise<boolean> {
  const child = spawn(process.execPath, [script, JSON.stringify(work)], { stdio: ['ignore', 'pipe', 'pipe'] })
  const [, errors] = await Promise.all([readAll(child.stdout), readAll(child.stderr), once(child, 'close')])
  expect(errors).toBe('')
  return child.signalCode === 'SIGKILL'
}

describeDatabases('a board whose supervisors are killed with their members', ({ open, options }) => {
  test('loses no task, repeats none that is completed, and keeps the order', { timeout: 600_000 }, async () => {
    const database = await open({ rooms })
    await createTeam(database, shop, 1)
    const board = openBoard({ database, clock: systemClock, leaseMs: 1_000, announce: async () => undefined }, shop)
    const blockersOf = (number: number) => [number - 5, number - 2].filter((blocker) => blocker > 0)
    let kills = 0
    for (let round = 0; round < rounds; round += 1) {
      for (let index = 1; index <= tasksOfRound; index += 1) {
        const number = round * tasksOfRound + index
        const assignee = owners[(number * 7) % owners.length]
        const blockedBy = blockersOf(number)
        await board.create(planner, { ...plain, subject: `Task ${number}`, assignee, blockedBy })
      }
      const killed = await Promise.all(
        [0, 1].map((index) =>
          superviseUntilKilled({ options: options(), killAt: 10 + ((round * 53 + index * 29) % 90) }),
        ),
      )
      kills += killed.filter(Boolean).length
      // A task that three killed processes had was given up, and the lead decides to try it again.
      for (const { number, status } of await listTasks(database, shop.id))
        if (status === 'failed') await board.act(planner, number, { type: 'retry' })
    }
    expect(kills).toBeGreaterThan(0)
    await supervise({ options: options() })
    const tasks = await listTasks(database, shop.id)
    expect(tasks.map(({ number, status, result }) => [number, status, result])).toEqual(
      Array.from({ length: rounds * tasksOfRound }, (_, index) => [index + 1, 'completed', `result of ${index + 1}`]),
    )
    const events = await eventsOfTeam(database, shop.id, { limit: 100_000 })
    const places = (number: number, type: string) =>
      events.flatMap((event, place) => (event.task === `shop-${number}` && event.type === type ? [place] : []))
    for (const { number } of tasks) {
      const [completed, ...again] = places(number, 'completed')
      expect(again).toEqual([])
      for (const begun of places(number, 'dispatched')) {
        expect(begun).toBeLessThan(completed ?? -1)
        for (const blocker of blockersOf(number)) expect(places(blocker, 'completed')[0]).toBeLessThan(begun)
      }
    }
  })
})
