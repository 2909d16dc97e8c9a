import { DrawbridgeError } from '@drawbridge/core'
import { didYouMean, escapeToOneLine } from '@drawbridge/core/base'
import type { CommandInvocation, House, RoomCommand } from '@drawbridge/room'
import { operatorOf, requirePerson } from '@drawbridge/sandbox/operator'
import type { AccessDecided, GrantChanged } from '../grants/grant-events.ts'
import { createGrantStore } from '../grants/grant-store.ts'
import { grantStoreOf } from '../grants/open-grants.ts'
import type { GrantSubject } from '../grants/server-access.ts'
import type { McpSection } from '../section/mcp-section.ts'
import { type AgentSettings, agentSettingsSchema } from '../section/server-schema.ts'
import { jsonOption } from './options.ts'

type Invocation = CommandInvocation<McpSection>

const serverArgument = { name: 'server', summary: 'id of the server' }
const subjectOptions = [
  { flags: '--agent <id>', summary: 'the agent that the grant is for' },
  { flags: '--user <id>', summary: 'the user that the grant is for' },
]

export const grantsCommand: RoomCommand<McpSection> = {
  options: [jsonOption],
  examples: [['Who may use which server?', 'drawbridge mcp grants']],
  run: async ({ options, io, ground: { database, clock } }) => {
    const found = await database.find()
    const grants = found === undefined ? [] : await createGrantStore(found, { clock }).list()
    if (options.json === true) return void (await io.output.write(`${JSON.stringify({ grants })}\n`))
    if (grants.length === 0) return void (await io.diagnostics.write('There are no grants of MCP servers.\n'))
    const lines = grants.map(({ server, subject, enabled, toolAllow, toolDeny, overrides = {} }) => {
      const tools = enabled
        ? toolAllow === undefined
          ? 'all tools'
          : toolAllow.join(', ') || 'no tool'
        : 'switched off'
      const denied = toolDeny.length === 0 ? '' : `, never ${toolDeny.join(', ')}`
      const own = Object.keys(overrides).length === 0 ? '' : `, own ${Object.keys(overrides).join(', ')}`
      return `${escapeToOneLine(server)}  ${describeSubject(subject)}  ${escapeToOneLine(`${tools}${denied}${own}`)}\n`
    })
    await io.output.write(lines.join(''))
  },
}

export const grantCommand: RoomCommand<McpSection> = {
  arguments: [serverArgument],
  options: [
    ...subjectOptions,
    {
      flags: '--allow <tools>',
      summary: "only these tools, by the server's own names, with commas; '' for none (default: all)",
    },
    { flags: '--deny <tools>', summary: 'never these tools, with commas' },
    {
      flags: '--overrides <json>',
      summary: 'settings of the server for this agent alone: toolPrefix, timeouts, headers, env',
    },
    { flags: '--off', summary: 'close the server for this agent or user' },
    jsonOption,
  ],
  examples: [
    ['Two tools for an agent', 'drawbridge mcp grant github --agent writer --allow get_issue,list_issues'],
    [
      'A header and a time limit for an agent',
      `drawbridge mcp grant github --agent writer --overrides '{"headers":{"x-team":"writers"},"timeouts":{"callSeconds":20}}'`,
    ],
    ['All but one for a user', 'drawbridge mcp grant github --user ada --deny delete_repository'],
  ],
  run: async (invocation) => {
    const {
      arguments: [server = ''],
      options,
      io,
      section,
    } = invocation
    requirePerson(io.environment, 'grant access')
    const subject = subjectIn(invocation)
    const ids = Object.keys(section?.servers ?? {})
    if (!ids.includes(server))
      throw invalid(`There is no server ${JSON.stringify(server)} in the configuration.${didYouMean(server, ids)}`)
    const [allow, deny] = [wordsOf(options.allow), wordsOf(options.deny)]
    const by = operatorOf(io.environment).client
    const overrides = overridesIn(options.overrides)
    const grant = {
      server,
      subject,
      enabled: options.off !== true,
      ...(allow === undefined ? {} : { toolAllow: allow }),
      toolDeny: deny ?? [],
      ...(overrides === undefined ? {} : { overrides }),
    }
    const house = await invocation.openHouse()
    await (await grantStoreOf(house)).put(grant, by)
    await record(house, { type: 'mcp.grant_changed', server, subject, change: 'written', by })
    await io.output.write(
      options.json === true ? `${JSON.stringify(grant)}\n` : `Granted ${server} to ${describeSubject(subject)}.\n`,
    )
  },
}

export const revokeCommand: RoomCommand<McpSection> = {
  arguments: [serverArgument],
  options: [...subjectOptions, jsonOption],
  examples: [['Take a grant back', 'drawbridge mcp revoke github --agent writer']],
  run: async (invocation) => {
    const {
      arguments: [server = ''],
      options,
      io,
      ground,
    } = invocation
    requirePerson(io.environment, 'revoke access')
    const subject = subjectIn(invocation)
    const database = await ground.database.find()
    const isRemoved =
      database !== undefined && (await createGrantStore(database, { clock: ground.clock }).remove(server, subject))
    const by = operatorOf(io.environment).client
    if (isRemoved)
      await record(await invocation.openHouse(), { type: 'mcp.grant_changed', server, subject, change: 'removed', by })
    if (options.json === true) await io.output.write(`${JSON.stringify({ server, subject, isRemoved })}\n`)
    else if (isRemoved) await io.output.write(`Removed the grant of ${server} to ${describeSubject(subject)}.\n`)
    else await io.diagnostics.write(`There is no grant of ${JSON.stringify(server)} to ${describeSubject(subject)}.\n`)
    return isRemoved ? 0 : 1
  },
}

/** Leaves a trace of a person's decision in the record, in a session of its own. */
export async function record(house: House, event: GrantChanged | AccessDecided): Promise<void> {
  await using session = await house.openSession()
  await house.emit<GrantChanged | AccessDecided>(session.principal, event)
}

export function describeSubject({ kind, id }: GrantSubject): string {
  return `${kind} ${escapeToOneLine(id)}`
}

function subjectIn({ options: { agent, user } }: Invocation): GrantSubject {
  const given: GrantSubject[] = []
  if (typeof agent === 'string') given.push({ kind: 'agent', id: agent })
  if (typeof user === 'string') given.push({ kind: 'user', id: user })
  const [subject, second] = given
  if (subject === undefined || second !== undefined || subject.id === '')
    throw invalid('Name whom it is for: --agent ID or --user ID.')
  return subject
}

function overridesIn(given: string | boolean | undefined): AgentSettings | undefined {
  if (typeof given !== 'string') return undefined
  const keys = Object.keys(agentSettingsSchema.shape).join(', ')
  let value: unknown
  try {
    value = JSON.parse(given)
  } catch {
    throw invalid(`--overrides is not JSON. Write an object with ${keys}.`)
  }
  const { data, error } = agentSettingsSchema.safeParse(value)
  const [issue] = error?.issues ?? []
  if (issue !== undefined)
    throw invalid(
      `--overrides${issue.path.map((key) => `.${String(key)}`).join('')}: ${issue.message}. It has ${keys}.`,
    )
  return data
}

function wordsOf(given: string | boolean | undefined): readonly string[] | undefined {
  if (typeof given !== 'string') return undefined
  return given
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
}

function invalid(message: string): DrawbridgeError {
  return new DrawbridgeError('invalid_option', message)
}
