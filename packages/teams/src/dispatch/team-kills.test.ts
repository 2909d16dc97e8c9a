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

/** Rounds on each database, each on a board of its own whose two supervisors are killed. At most 30 by `DRAWBRIDGE_KILL_ROUNDS`. */
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
    const blockersOf = (number: number) => [number - 5, number - 2].filter((blocker) => blocker > 0)
    let kills = 0
    for (let round = 0; round < rounds; round += 1) {
      const team = { ...shop, id: `shop${round}` }
      await createTeam(database, team, 1)
      const board = openBoard({ database, clock: systemClock, leaseMs: 1_000, announce: async () => undefined }, team)
      for (let number = 1; number <= tasksOfRound; number += 1) {
        const assignee = owners[(number * 7) % owners.length]
        await board.create(planner, {
          ...plain,
          subject: `Task ${number}`,
          assignee,
          blockedBy: blockersOf(number),
        })
      }
      const killed = await Promise.all(
        [0, 1].map((index) =>
          superviseUntilKilled({
            options: options(),
            team: team.id,
            killAt: 10 + ((round * 53 + index * 29) % 90),
          }),
        ),
      )
      kills += killed.filter(Boolean).length
      await supervise({ options: options(), team: team.id })
      const tasks = await listTasks(database, team.id)
      expect(tasks.map(({ number, status, result }) => [number, status, result])).toEqual(
        Array.from({ length: tasksOfRound }, (_, index) => [index + 1, 'completed', `result of ${index + 1}`]),
      )
      const events = await eventsOfTeam(database, team.id, { limit: 100_000 })
      const places = (number: number, type: string) =>
        events.flatMap((event, place) => (event.task === `${team.id}-${number}` && event.type === type ? [place] : []))
      for (const { number } of tasks) {
        const [completed, ...again] = places(number, 'completed')
        expect(again).toEqual([])
        for (const begun of places(number, 'dispatched')) {
          expect(begun).toBeLessThan(completed ?? -1)
          for (const blocker of blockersOf(number)) expect(places(blocker, 'completed')[0]).toBeLessThan(begun)
        }
      }
    }
    expect(kills).toBeGreaterThan(0)
  })
})
