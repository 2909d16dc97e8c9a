import { DrawbridgeError } from '@drawbridge/core'
import { defined } from '@drawbridge/core/base'
import type { CommandInvocation, CommandOption, RoomCommand } from '@drawbridge/room'
import { needKnownAgents } from '@drawbridge/room/agents'
import { operatorOf } from '@drawbridge/sandbox/operator'
import { changeTeamWith } from '../team/change-team.ts'
import { agentsOf, checkTeam, checkTeamSettings } from '../team/team.ts'
import { createTeam, listTeams, type NewTeam, removeTeam, unknownTeam } from '../team/team-store.ts'
import { namedTeam, namesOption, personOf, textOption } from './team-options.ts'

const nameArgument = { name: 'team', summary: 'the name of the team' } as const

const teamOptions: readonly CommandOption[] = [
  { flags: '--description <text>', summary: 'what the team is for' },
  { flags: '--lead <agent>', summary: 'the agent that plans and decides' },
  { flags: '--members <agents>', summary: 'the agents that do tasks, with commas' },
  { flags: '--reviewers <agents>', summary: 'agents that may also approve, with commas' },
  { flags: '--settings <json>', summary: 'settings as a JSON object, see docs/teams.md' },
]

/** `teams list`. */
export const listCommand: RoomCommand = {
  options: [{ flags: '--json', summary: 'write one JSON object' }],
  run: async ({ ground, io, options }) => {
    const database = await ground.database.find()
    const teams = database === undefined ? [] : await listTeams(database)
    if (options.json === true) {
      await io.output.write(
        `${JSON.stringify({ teams: teams.map((team) => ({ ...team, settings: team.settings ?? null })) })}\n`,
      )
      return
    }
    for (const { id, lead, members, reviewers, settings } of teams) {
      const reviewing = reviewers.length === 0 ? '' : `, reviewers ${reviewers.join(', ')}`
      const broken = settings === undefined ? '  (settings cannot be read: closed)' : ''
      await io.output.write(`${id}  lead ${lead}, members ${members.join(', ')}${reviewing}${broken}\n`)
    }
    if (teams.length === 0)
      await io.diagnostics.write(
        'There is no team. Make one: drawbridge teams create NAME --lead AGENT --members A,B\n',
      )
  },
}

/** `teams create`. */
export const createCommand: RoomCommand = {
  arguments: [nameArgument],
  options: teamOptions,
  examples: [['A lead with two members', 'drawbridge teams create shop --lead planner --members coder,tester']],
  run: async (invocation) => {
    const by = accountOf(invocation)
    const { ground, io } = invocation
    const [id = ''] = invocation.arguments
    const lead = textOption(invocation, 'lead')
    if (lead === undefined) throw new DrawbridgeError('invalid_option', `The team "${id}" needs a lead: --lead AGENT.`)
    const team: NewTeam = {
      id,
      description: textOption(invocation, 'description') ?? '',
      lead,
      members: namesOption(invocation, 'members') ?? [],
      reviewers: namesOption(invocation, 'reviewers') ?? [],
      settings: checkTeamSettings(givenSettings(invocation) ?? {}),
    }
    checkTeam(team)
    await needKnownAgents(await invocation.openHouse(), agentsOf(team))
    await createTeam(await ground.database.obtain(), team, ground.clock.now(), by)
    await io.output.write(`${id}\n`)
  },
}

/** `teams set`. */
export const setCommand: RoomCommand = {
  arguments: [nameArgument],
  options: teamOptions,
  examples: [
    ['Let members create tasks', `drawbridge teams set shop --settings '{"memberRequests": true}'`],
    ['No reviewers any more', "drawbridge teams set shop --reviewers ''"],
  ],
  run: async (invocation) => {
    const by = accountOf(invocation)
    const { database, team } = await namedTeam(invocation)
    const change = {
      ...defined({
        description: textOption(invocation, 'description'),
        lead: textOption(invocation, 'lead'),
        members: namesOption(invocation, 'members'),
        reviewers: namesOption(invocation, 'reviewers'),
      }),
      settings: givenSettings(invocation),
    }
    await changeTeamWith(await invocation.openHouse(), { database, team }, change, by)
  },
}

/** `teams remove`. */
export const removeCommand: RoomCommand = {
  arguments: [nameArgument],
  run: async (invocation) => {
    const by = accountOf(invocation)
    const [id = ''] = invocation.arguments
    const database = await invocation.ground.database.find()
    if (database === undefined || !(await removeTeam(database, id, by))) throw unknownTeam(id)
  },
}

/** Returns the account of the person who changes a team. */
function accountOf(invocation: Pick<CommandInvocation, 'io'>): string {
  personOf(invocation)
  return operatorOf(invocation.io.environment).client
}

/** Returns the settings of the option; undefined if it was not given. */
function givenSettings(invocation: Pick<CommandInvocation, 'options'>): Readonly<Record<string, unknown>> | undefined {
  const text = textOption(invocation, 'settings')
  if (text === undefined) return undefined
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    throw new DrawbridgeError('invalid_option', `--settings is not JSON: ${text}`)
  }
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) return given as Record<string, unknown>
  throw new DrawbridgeError('invalid_option', `--settings must be a JSON object, not ${text}.`)
}
