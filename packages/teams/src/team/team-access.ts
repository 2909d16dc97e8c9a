import type { Principal } from '@drawbridge/core'
import type { Actor } from '../board/task.ts'
import type { Team } from './team.ts'

/** Runs of the team itself come through these channels, which no list of channels is about. */
const ownChannels: ReadonlySet<string> = new Set(['team', 'system'])

/** The part that a caller has in a team, or the reason that it has none. */
export type TeamAccess = { readonly actor: Actor } | { readonly refused: string }

/**
 * Decides who a caller is in a team. Pure. A deny list wins over an allow list, and a team whose settings cannot be read is closed.
 * A caller without a user has the user `local`, as everywhere.
 */
export function accessTo(team: Team, { agent = 'default', user = 'local', channel }: Caller): TeamAccess {
  const { id, settings } = team
  const role = roleOf(team, agent)
  if (role === undefined) return { refused: `The agent "${agent}" is not in the team "${id}".` }
  if (settings === undefined) {
    return { refused: `The settings of the team "${id}" cannot be read, so nobody may use it. Tell the operator.` }
  }
  if (settings.denyUsers.includes(user) || (settings.allowUsers.length > 0 && !settings.allowUsers.includes(user))) {
    return { refused: `The team "${id}" does not work for the user "${user}".` }
  }
  if (channel !== undefined && !ownChannels.has(channel)) {
    const { allowChannels, denyChannels } = settings
    if (denyChannels.includes(channel) || (allowChannels.length > 0 && !allowChannels.includes(channel))) {
      return { refused: `The team "${id}" cannot be used from the channel "${channel}".` }
    }
  }
  return { actor: { role, name: agent, user } }
}

/** Returns true if an agent works for a user in a team, from a run of the team itself. Pure. */
export function worksFor(team: Team, { agent, user }: { readonly agent: string; readonly user: string }): boolean {
  return 'actor' in accessTo(team, { agent, user, channel: 'team' })
}

/** The parts of a principal that access depends on. */
export type Caller = Pick<Principal, 'agent' | 'user' | 'channel'>

function roleOf({ lead, members, reviewers }: Team, agent: string): 'lead' | 'member' | 'reviewer' | undefined {
  if (agent === lead) return 'lead'
  if (members.includes(agent)) return 'member'
  return reviewers.includes(agent) ? 'reviewer' : undefined
}
