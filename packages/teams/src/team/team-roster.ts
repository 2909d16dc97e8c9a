import type { Principal } from '@drawbridge/core'
import type { TeamRoster } from '@drawbridge/core/agent'
import type { House } from '@drawbridge/room'
import { createPrivateFolder } from '@drawbridge/sandbox/folder'
import type { Team } from './team.ts'
import { accessTo, type Caller } from './team-access.ts'
import { teamFolder } from './team-folder.ts'
import { listTeams } from './team-store.ts'

/** Creates the service that tells whom agents lead and which files they share. A team that is closed to a caller tells nothing. */
export function teamRoster(house: Pick<House, 'database' | 'home'>): TeamRoster {
  const openTo = async (caller: Caller, mayBe: (role: string) => boolean): Promise<readonly Team[]> => {
    if ((await house.database.options()) === undefined) return []
    const database = await house.database.find()
    if (database === undefined) return []
    return (await listTeams(database)).filter((team) => {
      const access = accessTo(team, caller)
      return 'actor' in access && mayBe(access.actor.role)
    })
  }
  return {
    ledBy: async (caller) => {
      const led = await openTo(caller, (role) => role === 'lead')
      return [...new Set(led.flatMap(({ members, reviewers }) => [...members, ...reviewers]))]
    },
    foldersOf: async (caller: Pick<Principal, 'agent' | 'user' | 'channel' | 'chat'>) =>
      (await openTo(caller, () => true)).map((team) => {
        const folder = teamFolder(house.home, team, caller)
        createPrivateFolder(folder)
        return { team: team.id, folder }
      }),
  }
}
