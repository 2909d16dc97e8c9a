import type { Clock } from '@drawbridge/core/base'
import type { House } from '@drawbridge/room'
import type { Database } from '@drawbridge/store/database'
import { holdMs } from '../board/task.ts'
import { renewHoldsOf } from '../board/task-rows.ts'
import type { Team } from '../team/team.ts'
import type { TeamsService } from '../teams-service.ts'

/** The parts of what holds plans back. */
export interface PlanHoldsParts extends Pick<House, 'afterRun'> {
  readonly clock: Pick<Clock, 'now' | 'after'>
}

/** Holds back what the runs of agents plan, until each of them ends. */
export interface PlanHolds {
  /** Returns the run if what it makes ready is held back until it ends. Undefined for a call that belongs to no run of an agent. */
  begin(
    run: string,
    at: { readonly database: Database; readonly team: Team; readonly service: TeamsService },
  ): string | undefined
}

/**
 * Creates what holds plans back. A run gives signs of life as long as it goes on; the tasks of one whose process died can begin once its last
 * sign is a minute old.
 */
export function planHolds(parts: PlanHoldsParts): PlanHolds {
  const planning = new Map<string, Map<string, Team>>()
  return {
    begin: (run, { database, team, service }) => {
      const known = planning.get(run)
      if (known !== undefined) {
        known.set(team.id, team)
        return run
      }
      const { clock } = parts
      const teams = new Map([[team.id, team]])
      let timer: Disposable | undefined
      const isOpen = parts.afterRun(run, async () => {
        planning.delete(run)
        timer?.[Symbol.dispose]()
        for (const each of teams.values()) await service.board(database, each).release(run)
      })
      if (!isOpen) return undefined
      planning.set(run, teams)
      const wait = () => {
        if (!planning.has(run)) return
        timer = clock.after(holdMs / 3, () => {
          renewHoldsOf(database, { run, until: clock.now() + holdMs }).then(wait, wait)
        })
      }
      wait()
      return run
    },
  }
}
