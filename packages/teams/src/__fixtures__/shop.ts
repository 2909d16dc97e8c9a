import type { Database } from '@drawbridge/store/database'
import { type Board, type BoardChange, openBoard } from '../board/board.ts'
import type { Actor } from '../board/task.ts'
import { teamsRoom } from '../room.ts'
import { checkTeamSettings } from '../team/team.ts'
import { createTeam, type NewTeam } from '../team/team-store.ts'

/** The tables of teams, for a database of a test. */
export const rooms = [{ room: 'teams', migrations: teamsRoom.migrations ?? [], sealed: [] }]

/** A lead with two members and a reviewer. */
export const shop: NewTeam = {
  id: 'shop',
  description: 'Builds the shop.',
  lead: 'planner',
  members: ['coder', 'tester'],
  reviewers: ['critic'],
  settings: checkTeamSettings({}),
}

export const planner: Actor = { role: 'lead', name: 'planner', user: 'ada' }
export const coder: Actor = { role: 'member', name: 'coder', user: 'ada' }
export const tester: Actor = { role: 'member', name: 'tester', user: 'ada' }

/** A task without wishes. */
export const plain = { description: '', priority: 0, blockedBy: [], requiresApproval: false } as const

/** The board of the shop, with a clock that stands still unless it is moved, and all changes that it announced. */
export async function openShop(database: Database): Promise<{
  readonly board: Board
  readonly clock: { now(): number; time: number }
  readonly changes: BoardChange[]
}> {
  await createTeam(database, shop, 1)
  const clock = { time: 1_000, now: () => clock.time }
  const changes: BoardChange[] = []
  const board = openBoard(
    { database, clock, leaseMs: 60_000, announce: async (_, __, change) => void changes.push(change) },
    shop,
  )
  return { board, clock, changes }
}
