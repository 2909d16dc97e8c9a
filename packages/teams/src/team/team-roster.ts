import type { TeamRoster } from '@drawbridge/core/agent'
import type { House } from '@drawbridge/room'
import { accessTo } from './team-access.ts'
import { listTeams } from './team-store.ts'

/** Creates the service that tells whom agents lead. A team that is closed to a caller tells nothing. */
export function teamRoster(house: Pick<House, 'database'>): TeamRoster {
  return {
    ledBy: async (caller) => {
      if ((await house.database.options()) === undefined) return []
      const database = await house.database.find()
      if (database === undefined) return []
      const led = (await listTeams(database)).filter((team) => {
        const access = accessTo(team, caller)
        return 'actor' in access && access.actor.role === 'lead'
      })
      return [...new Set(led.flatMap(({ members, reviewers }) => [...members, ...reviewers]))]
    },
  }
}
