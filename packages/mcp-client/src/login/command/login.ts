import { DrawbridgeError } from '@drawbridge/core'
import { escapeToOneLine } from '@drawbridge/core/base'
import type { CommandInvocation, RoomCommand } from '@drawbridge/room'
import { requirePerson } from '@drawbridge/sandbox/operator'
import { jsonOption } from '../../commands/options.ts'
import type { McpSection } from '../../section/mcp-section.ts'
import { LoginError, LoginNeededError } from '../protocol/login-error.ts'
import type { LoginFacts } from '../store/login.ts'
import { listenForAnswer } from './await-answer.ts'

const serverArgument = { name: 'server', summary: 'id of the server' }
const userOption = { flags: '--user <id>', summary: 'the user whose login it is, if each needs one of their own' }
/** The time that a person has in the browser, in milliseconds. */
const patienceMs = 10 * 60_000

/** Logs in to a server: a person opens a page, and the browser comes back to this machine. */
export const loginCommand: RoomCommand<McpSection> = {
  arguments: [serverArgument],
  options: [userOption, jsonOption],
  examples: [
    ['Log in for all callers', 'drawbridge mcp login tracker'],
    ['Log in for one user', 'drawbridge mcp login tracker --user ada'],
  ],
  run: async (invocation) => {
    const {
      arguments: [server = ''],
      options,
      io,
    } = invocation
    requirePerson(io.environment, 'log in')
    const { logins, user, auth } = await openLogins(invocation)
    using interruption = io.catchInterrupts()
    try {
      if (auth.grant === 'client_credentials') {
        await (await logins.tokensFor(server, user)).renew(undefined, { metadataUrl: undefined, scopes: [] })
        return await report(invocation, await factsOf(await logins.list(), server, user))
      }
      await using listener = await listenForAnswer(await logins.portOf(server, user), auth.redirectPort !== undefined)
      const begun = await logins.begin(server, {
        redirectUrl: listener.redirectUrl,
        ...(user === undefined ? {} : { user }),
      })
      const { host } = new URL(begun.url)
      await io.diagnostics.write(`Open this page of ${host} in a browser on this machine, and log in:\n`)
      await (options.json === true ? io.diagnostics : io.output).write(`${begun.url}\n`)
      const patience = AbortSignal.any([interruption.signal, AbortSignal.timeout(patienceMs)])
      const facts = await listener.wait(server, begun.finish, patience)
      return await report(invocation, facts)
    } catch (error) {
      if (!LoginError.isInstance(error) && !LoginNeededError.isInstance(error)) throw error
      await io.diagnostics.write(`${error.message}\n`)
      return 1
    }
  },
}

/** Forgets a login, and tells the authorization server. */
export const logoutCommand: RoomCommand<McpSection> = {
  arguments: [serverArgument],
  options: [userOption, jsonOption],
  examples: [['Forget the login of a server', 'drawbridge mcp logout tracker']],
  run: async (invocation) => {
    const {
      arguments: [server = ''],
      options,
      io,
    } = invocation
    requirePerson(io.environment, 'log out')
    const { logins, user } = await openLogins(invocation)
    const isRemoved = await logins.logout(server, user)
    if (options.json === true) await io.output.write(`${JSON.stringify({ server, isRemoved })}\n`)
    else if (isRemoved) await io.output.write(`Logged out of "${server}".\n`)
    else await io.diagnostics.write(`There is no login to ${JSON.stringify(server)}.\n`)
    return isRemoved ? 0 : 1
  },
}

/** Lists the logins, without their tokens. */
export const loginsCommand: RoomCommand<McpSection> = {
  options: [jsonOption],
  examples: [['Where are we logged in?', 'drawbridge mcp logins']],
  run: async ({ options, io, openHouse }) => {
    const mcp = await (await openHouse()).service('mcpServers')
    const all = (await mcp?.logins.list()) ?? []
    if (options.json === true) return void (await io.output.write(`${JSON.stringify({ logins: all.map(shownOf) })}\n`))
    if (all.length === 0) return void (await io.diagnostics.write('There are no logins to MCP servers.\n'))
    await io.output.write(all.map((facts) => `${lineOf(facts)}\n`).join(''))
  },
}

async function openLogins({ arguments: [server = ''], options, openHouse }: CommandInvocation<McpSection>) {
  const mcp = await (await openHouse()).service('mcpServers')
  if (mcp === undefined) throw new DrawbridgeError('invalid_option', 'No MCP server is configured.')
  const { definition } = mcp.get(server)
  const { auth = {}, headers = {}, url } = definition
  if (url === undefined)
    throw new DrawbridgeError(
      'invalid_option',
      `"${server}" is a program: it takes its secrets from "env", not from a login.`,
    )
  if (Object.keys(headers).some((name) => name.toLowerCase() === 'authorization'))
    throw new DrawbridgeError('invalid_option', `"${server}" has a fixed header "Authorization". Remove it to log in.`)
  const user = typeof options.user === 'string' ? options.user : undefined
  if (user !== undefined && auth.perUser !== true)
    throw new DrawbridgeError(
      'invalid_option',
      `"${server}" has one login for all callers. Set "auth.perUser" for a login of each user.`,
    )
  return { logins: mcp.logins, user, auth }
}

async function factsOf(all: readonly LoginFacts[], server: string, user: string | undefined): Promise<LoginFacts> {
  const facts = all.find((one) => one.server === server && one.owner === (user ?? ''))
  if (facts === undefined) throw new LoginError('no_answer', `There is no login to "${server}".`)
  return facts
}

async function report({ options, io }: CommandInvocation<McpSection>, facts: LoginFacts): Promise<0> {
  await io.output.write(options.json === true ? `${JSON.stringify(shownOf(facts))}\n` : `Logged in. ${lineOf(facts)}\n`)
  return 0
}

function shownOf({ server, owner, url, issuer, scopes, expiresAt }: LoginFacts) {
  return {
    server,
    ...(owner === '' ? {} : { user: owner }),
    url,
    issuer,
    scopes,
    ...(expiresAt === undefined ? {} : { expiresAt: new Date(expiresAt).toISOString() }),
  }
}

function lineOf({ server, owner, issuer, scopes }: LoginFacts): string {
  const whose = owner === '' ? '' : `  user ${escapeToOneLine(owner)}`
  const may = scopes.length === 0 ? '' : `  ${escapeToOneLine(scopes.join(' '))}`
  return `${server}${whose}  ${escapeToOneLine(issuer)}${may}`
}
