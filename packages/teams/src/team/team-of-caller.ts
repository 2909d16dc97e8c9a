import { fail, type Principal } from '@drawbridge/core'
import { defined } from '@drawbridge/core/base'
import type { House } from '@drawbridge/room'
import type { Database } from '@drawbridge/store/database'
import type { Actor } from '../board/task.ts'
import type { Team } from './team.ts'
import { accessTo } from './team-access.ts'
import { listTeams } from './team-store.ts'

/** The team that a call is about, with the part of its caller. */
export interface CallersTeam {
  readonly database: Database
  readonly team: Team
  readonly actor: Actor
}

/**
 * Returns the team that a caller means: the named one, or the only one that it is in. Fails with `invalid_target` for the model if
 * there is none.
 */
export async function teamOfCaller(
  house: Pick<House, 'database' | 'limitsOf'>,
  principal: Principal,
  named: string | undefined,
): Promise<CallersTeam> {
  if ((await house.database.options()) === undefined) {
    fail(
      'store_unavailable',
      'Teams are kept in the database, and the operator has turned the database off (store.kind "files").',
    )
  }
  const database = await house.database.find()
  const teams = database === undefined ? [] : await listTeams(database)
  const own = teams.map((team) => ({ team, access: accessTo(team, principal) }))
  const possible = own.filter(({ team }) => isIn(team, principal.agent))
  // A team of others is as unknown as one that does not exist.
  const [found, ...others] = named === undefined ? possible : possible.filter(({ team }) => team.id === named)
  if (database === undefined || found === undefined) {
    return fail(
      'invalid_target',
      named === undefined ? 'You are in no team.' : `You are in no team "${named}".${list(possible)}`,
    )
  }
  if (others.length > 0) fail('invalid_target', `You are in several teams.${list(possible)}`)
  if ('refused' in found.access) return fail('denied_by_policy', found.access.refused)
  const limits = house.limitsOf(principal.run)
  return { database, team: found.team, actor: { ...found.access.actor, ...defined({ limits }) } }
}

function isIn({ lead, members, reviewers }: Team, agent = 'default'): boolean {
  return lead === agent || members.includes(agent) || reviewers.includes(agent)
}

function list(teams: readonly { readonly team: Team }[]): string {
  return teams.length === 0 ? '' : ` Name one with "team": ${teams.map(({ team }) => team.id).join(', ')}.`
}
