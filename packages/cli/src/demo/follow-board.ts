import { takeTurns } from '@drawbridge/room'
import type { Drawbridge } from '@drawbridge/sdk'
import { eventsOfTeam, type TaskEventType } from '@drawbridge/teams/supervisor'
import { tellTaskEvent } from './tell-task-event.ts'

/** The pause between two looks at the record of the board, in milliseconds. */
const pauseMs = 25

/** Writes a line of someone. */
export type Say = (speaker: string, text: string) => Promise<void>

/** A board whose changes are told. */
export interface FollowedBoard {
  /** Tells what is in the record and was not told yet, in its order. */
  tell(): Promise<void>
  /** Resolves once a change of this type was told, or the signal is aborted. */
  until(type: TaskEventType, signal: AbortSignal): Promise<void>
  /** The tasks that are not completed. */
  open(): readonly string[]
}

/** Follows the record of a team's board. */
export function followBoard({ house }: Pick<Drawbridge, 'house'>, team: string, say: Say): FollowedBoard {
  const inTurn = takeTurns()
  const latest = new Map<string, TaskEventType>()
  const types = new Set<TaskEventType>()
  let after = 0
  const tell = () =>
    inTurn(async () => {
      for (const event of await eventsOfTeam(await house.database.obtain(), team, { after })) {
        after = event.position
        types.add(event.type)
        latest.set(event.task, event.type)
        await say('board', tellTaskEvent(event))
      }
    })
  return {
    tell,
    until: async (type, signal) => {
      for (;;) {
        await tell()
        if (types.has(type) || signal.aborted) return
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
      }
    },
    open: () => [...latest].flatMap(([task, type]) => (type === 'completed' || type === 'approved' ? [] : [task])),
  }
}
