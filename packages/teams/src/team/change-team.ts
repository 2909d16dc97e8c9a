import { defined } from '@drawbridge/core/base'
import { needKnownAgents } from '@drawbridge/room/agents'
import type { Database } from '@drawbridge/store/database'
import { agentsOf, checkTeam, checkTeamSettings, type Team } from './team.ts'
import { changeTeam, type NewTeam } from './team-store.ts'

/** The wishes of a person who changes a team. What is absent stays. */
export interface TeamChange {
  readonly description?: string | undefined
  readonly lead?: string | undefined
  readonly members?: readonly string[] | undefined
  readonly reviewers?: readonly string[] | undefined
  /** The settings to change. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined
}

/**
 * Changes a team as a person wants it.
 * @throws DrawbridgeError `invalid_option` that names the bad value: an agent that does not exist, say.
 */
export async function changeTeamWith(
  house: Parameters<typeof needKnownAgents>[0],
  { database, team }: { readonly database: Database; readonly team: Team },
  { settings, ...given }: TeamChange,
  by?: string,
): Promise<NewTeam> {
  const changed = {
    ...team,
    ...defined(given),
    settings: checkTeamSettings({ ...team.settings, ...settings }),
  }
  checkTeam(changed)
  // An agent that was removed meanwhile keeps no other change from being made.
  const before = new Set(agentsOf(team))
  const added = agentsOf(changed).filter((agent) => !before.has(agent))
  if (added.length > 0) await needKnownAgents(house, added)
  await changeTeam(database, changed, by)
  return changed
}
