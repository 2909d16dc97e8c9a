import { DrawbridgeError } from '@drawbridge/core'
import { defined, systemClock } from '@drawbridge/core/base'
import { type Connection, type Database, statement } from '@drawbridge/store/database'
import { recordTrust } from '@drawbridge/store/sessions'
import { checkTeam, readTeamSettings, type Team, type TeamSettings } from './team.ts'
import { teamTopics } from './team-topics.ts'

interface Row {
  readonly id: string
  readonly description: string
  readonly lead: string
  readonly members: string
  readonly reviewers: string
  readonly settings: string
}

const columns = 'id, description, lead, members, reviewers, settings'
const findRow = statement<[id: string], Row>(`select ${columns} from teams_teams where id = $1`)
const listRows = statement<[], Row>(`select ${columns} from teams_teams order by id`)
const insertRow = statement<
  [
    id: string,
    description: string,
    lead: string,
    members: string,
    reviewers: string,
    settings: string,
    createdAt: number,
  ]
>(
  `insert into teams_teams (id, description, lead, members, reviewers, settings, next_number, created_at)
    values ($1, $2, $3, $4, $5, $6, 1, $7) on conflict (id) do nothing`,
)
const updateRow = statement<
  [id: string, description: string, lead: string, members: string, reviewers: string, settings: string]
>('update teams_teams set description = $2, lead = $3, members = $4, reviewers = $5, settings = $6 where id = $1')
const removals = [
  'delete from teams_comments where task in (select id from teams_tasks where team = $1)',
  'delete from teams_blockers where task in (select id from teams_tasks where team = $1)',
  'delete from teams_tasks where team = $1',
  'delete from teams_messages where team = $1',
  'delete from teams_teams where id = $1',
].map((text) => statement<[id: string]>(text))

/** Returns a team; undefined if none has this id. */
export async function findTeam(connection: Connection, id: string): Promise<Team | undefined> {
  const row = await connection.get(findRow, id)
  return row === undefined ? undefined : readTeam(row)
}

/** Returns all teams, by id. */
export async function listTeams(connection: Connection): Promise<readonly Team[]> {
  return (await connection.all(listRows)).map(readTeam)
}

/** A team before it is kept. */
export interface NewTeam extends Omit<Team, 'settings'> {
  readonly settings: TeamSettings
}

/**
 * Keeps a new team.
 * @throws DrawbridgeError `invalid_option` if its values are not valid or its id is taken.
 */
export async function createTeam(database: Database, team: NewTeam, now: number, by?: string): Promise<void> {
  checkTeam(team)
  const added = await database.transaction(async (transaction) => {
    const count = await transaction.run(insertRow, ...valuesOf(team), now)
    if (count > 0) await recordTrust(transaction, now, { ...trustOf(team), change: 'added', ...defined({ by }) })
    return count
  })
  if (added === 0) {
    throw new DrawbridgeError(
      'invalid_option',
      `There is a team "${team.id}" already. Change it: drawbridge teams set ${team.id}`,
    )
  }
}

/**
 * Changes a team. Its tasks stay.
 * @throws DrawbridgeError `invalid_option` if the values are not valid or the team does not exist.
 */
export async function changeTeam(database: Database, team: NewTeam, by?: string): Promise<void> {
  checkTeam(team)
  await database.transaction(async (transaction) => {
    if ((await transaction.run(updateRow, ...valuesOf(team))) === 0) throw unknownTeam(team.id)
    await recordTrust(transaction, systemClock.now(), { ...trustOf(team), change: 'changed', ...defined({ by }) })
    // Those who have left do not go on, and those who have come begin.
    for (const topic of [teamTopics.stop, teamTopics.dispatch]) await transaction.publish(topic, team.id)
  })
}

/** Removes a team with its board and mail. Its record stays. Resolves to false if it does not exist. */
export async function removeTeam(database: Database, id: string, by?: string): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const counts: number[] = []
    for (const removal of removals) counts.push(await transaction.run(removal, id))
    await transaction.publish(teamTopics.stop, id)
    if (counts.at(-1) !== 1) return false
    await recordTrust(transaction, systemClock.now(), { what: 'team', change: 'removed', id, ...defined({ by }) })
    return true
  })
}

function trustOf({ id, lead, members, reviewers, settings }: NewTeam) {
  const parts = [`lead ${lead}`, `members ${members.join(', ')}`, `reviewers ${reviewers.join(', ')}`]
  return { what: 'team', id, parts: [...parts, JSON.stringify(settings)] } as const
}

/** Makes the error for a team that does not exist. */
export function unknownTeam(id: string): DrawbridgeError {
  return new DrawbridgeError('invalid_option', `There is no team ${JSON.stringify(id)}. List them: drawbridge teams`)
}

function valuesOf({ id, description, lead, members, reviewers, settings }: NewTeam) {
  const texts = [JSON.stringify(members), JSON.stringify(reviewers), JSON.stringify(settings)] as const
  return [id, description, lead, ...texts] as const
}

function readTeam({ members, reviewers, settings, ...row }: Row): Team {
  return {
    ...row,
    members: JSON.parse(members),
    reviewers: JSON.parse(reviewers),
    settings: readTeamSettings(settings),
  }
}
