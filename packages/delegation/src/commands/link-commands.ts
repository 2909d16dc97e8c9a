import { DrawbridgeError } from '@drawbridge/core'
import { defined } from '@drawbridge/core/base'
import type { CommandInvocation, RoomCommand } from '@drawbridge/room'
import { needKnownAgents } from '@drawbridge/room/agents'
import { operatorOf } from '@drawbridge/sandbox/operator'
import { checkLinkSettings, type Link } from '../link/link.ts'
import { listLinks, removeLink, saveLink } from '../link/link-store.ts'

/** `agents link`. */
export const linkCommand: RoomCommand = {
  arguments: [
    { name: 'source', summary: 'the agent that may give work' },
    { name: 'target', summary: 'the agent that gets it' },
  ],
  options: [
    { flags: '--both', summary: 'the target may give work to the source as well' },
    { flags: '--max-concurrent <number>', summary: 'the most delegations along the link at once' },
    { flags: '--allow-users <names>', summary: 'only for these users, with commas' },
    { flags: '--deny-users <names>', summary: 'not for these users, with commas' },
    { flags: '--deny-tools <names>', summary: 'tools that the target cannot call for the source, with commas' },
    { flags: '--remove', summary: 'remove the link' },
  ],
  examples: [
    ['Let one agent give work to another', 'drawbridge agents link planner coder'],
    ['Without commands', 'drawbridge agents link planner coder --deny-tools group:runtime'],
  ],
  run: async (invocation) => {
    const by = needPerson(invocation)
    const {
      ground,
      io,
      options,
      arguments: [source = '', target = ''],
    } = invocation
    if (options.remove === true) {
      const database = await ground.database.find()
      if (database === undefined || !(await removeLink(database, { source, target }, { now: ground.clock.now(), by })))
        throw new DrawbridgeError(
          'invalid_option',
          `There is no link from "${source}" to "${target}". List them: drawbridge agents links`,
        )
      return
    }
    const settings = checkLinkSettings(
      defined({
        maxConcurrent: numberOption(invocation, 'maxConcurrent', '--max-concurrent'),
        allowUsers: namesOption(invocation, 'allowUsers'),
        denyUsers: namesOption(invocation, 'denyUsers'),
        denyTools: namesOption(invocation, 'denyTools'),
      }),
    )
    await needKnownAgents(await invocation.openHouse(), [source, target])
    const direction = options.both === true ? 'bidirectional' : 'outbound'
    const link = { source, target, direction, settings } as const
    await saveLink(await ground.database.obtain(), link, { now: ground.clock.now(), by })
    await io.output.write(`${arrowOf({ source, target, direction })}\n`)
  },
}

/** `agents links`. */
export const linksCommand: RoomCommand = {
  options: [
    { flags: '--agent <name>', summary: 'only those of this agent' },
    { flags: '--json', summary: 'write one JSON object' },
  ],
  run: async ({ ground, io, options }) => {
    const database = await ground.database.find()
    const all = database === undefined ? [] : await listLinks(database)
    const links = all.filter(({ source, target }) => [undefined, source, target].includes(options.agent as string))
    if (options.json === true) {
      await io.output.write(
        `${JSON.stringify({ links: links.map((link) => ({ ...link, settings: link.settings ?? null })) })}\n`,
      )
      return
    }
    for (const link of links) await io.output.write(`${arrowOf(link)}${settingsOf(link)}\n`)
    if (links.length === 0)
      await io.diagnostics.write('There is no link. Make one: drawbridge agents link SOURCE TARGET\n')
  },
}

function arrowOf({ source, target, direction }: Pick<Link, 'source' | 'target' | 'direction'>): string {
  return `${source} ${direction === 'bidirectional' ? '↔' : '→'} ${target}`
}

function settingsOf({ settings }: Link): string {
  if (settings === undefined) return '  (settings cannot be read: closed)'
  const said = Object.entries(settings).filter(([, value]) => !Array.isArray(value) || value.length > 0)
  return said.length === 0 ? '' : `  ${said.map(([name, value]) => `${name} ${[value].flat().join(', ')}`).join('; ')}`
}

/** Returns the account of the person. */
function needPerson({ io }: Pick<CommandInvocation, 'io'>): string {
  const { human, client } = operatorOf(io.environment)
  if (human) return client
  throw new DrawbridgeError('invalid_option', 'Only a person can change links, and a tool started this command.')
}

function namesOption({ options }: Pick<CommandInvocation, 'options'>, name: string): readonly string[] | undefined {
  const value = options[name]
  if (typeof value !== 'string') return undefined
  return value
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
}

function numberOption({ options }: Pick<CommandInvocation, 'options'>, name: string, flag: string): number | undefined {
  const value = options[name]
  if (value === undefined) return undefined
  if (typeof value === 'string' && /^\d{1,9}$/.test(value)) return Number(value)
  throw new DrawbridgeError('invalid_option', `${flag} must be a whole number, not ${JSON.stringify(value)}.`)
}
