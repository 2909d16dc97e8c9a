import { DrawbridgeError } from '@drawbridge/core'
import { escapeToOneLine } from '@drawbridge/core/base'
import { type CommandInvocation, explainAmbiguous, findByPrefix, type RoomCommand } from '@drawbridge/room'
import { operatorOf } from '@drawbridge/sandbox/operator'
import { createTokenStore, isInForce, type StoredToken, type TokenStore } from './token-store.ts'

/** The days for which a token is in force if nothing else is said. */
const defaultDays = 90
const dayMs = 86_400_000

/** Creates, lists and revokes the tokens of MCP clients. */
export const tokenCommand: RoomCommand = {
  arguments: [
    { name: 'action', summary: 'create, list or revoke' },
    { name: 'name', summary: 'create: a name for the client; revoke: the id of the token', required: false },
  ],
  options: [
    { flags: '--user <id>', summary: 'create: the user that the client works for' },
    { flags: '--agent <id>', summary: 'create: the agent whose lists and rules apply' },
    { flags: '--expires <days>', summary: `create: the days until it expires, or never (default: ${defaultDays})` },
    { flags: '--all', summary: 'list: include revoked and expired tokens' },
    { flags: '--json', summary: 'write one JSON object' },
  ],
  examples: [
    ['A token for one client', 'drawbridge mcp token create laptop --user ada'],
    ['Which tokens are in force, and when were they used?', 'drawbridge mcp token list'],
    ['Shut a client out', 'drawbridge mcp token revoke ID'],
  ],
  run: (invocation) => {
    const [action = ''] = invocation.arguments
    switch (action) {
      case 'create':
        return create(invocation)
      case 'list':
        return list(invocation)
      case 'revoke':
        return revoke(invocation)
      default:
        throw new DrawbridgeError(
          'invalid_option',
          `${JSON.stringify(action)} is not an action of "mcp token". Valid: create, list, revoke.`,
        )
    }
  },
}

async function create({ arguments: [, client], options, io, ground }: CommandInvocation): Promise<undefined> {
  if (client === undefined)
    throw new DrawbridgeError('invalid_option', 'Name the client: drawbridge mcp token create NAME')
  const { client: createdBy, human } = operatorOf(io.environment)
  if (!human) throw new DrawbridgeError('invalid_option', onlyPeople('create a token'))
  const { clock, database } = ground
  const expiresAt = readExpiry(options.expires, clock.now())
  const { text, token } = await createTokenStore(await database.obtain(), { clock }).create({
    client,
    user: textOf(options.user),
    agent: textOf(options.agent),
    expiresAt,
    createdBy,
  })
  if (options.json === true) return void (await io.output.write(`${JSON.stringify({ token: text, ...token })}\n`))
  await io.diagnostics.write(
    `The token ${token.id} for ${escapeToOneLine(client)}. It is not shown again. The client sends it in the header "Authorization: Bearer TOKEN":\n`,
  )
  await io.output.write(`${text}\n`)
}

async function list({ options, io, ground }: CommandInvocation): Promise<undefined> {
  const now = ground.clock.now()
  const all = (await (await findTokens(ground))?.list()) ?? []
  const tokens = all.filter((token) => options.all === true || isInForce(token, now))
  if (options.json === true) return void (await io.output.write(`${JSON.stringify({ tokens })}\n`))
  if (tokens.length === 0)
    return void (await io.diagnostics.write('There are no tokens. Create one with: drawbridge mcp token create NAME\n'))
  await io.output.write(tokens.map((token) => describe(token, now)).join(''))
}

async function revoke({ arguments: [, given], options, io, ground }: CommandInvocation): Promise<0 | 1> {
  if (given === undefined)
    throw new DrawbridgeError('invalid_option', 'Name the token by its id: drawbridge mcp token revoke ID')
  const { client: by, human } = operatorOf(io.environment)
  if (!human) throw new DrawbridgeError('invalid_option', onlyPeople('revoke a token'))
  const store = await findTokens(ground)
  const now = ground.clock.now()
  const found = findByPrefix(given, {
    items: (await store?.list()) ?? [],
    idOf: ({ id }) => id,
    kind: 'token',
    isLikely: (token) => isInForce(token, now),
  })
  const id = found.status === 'found' ? found.item.id : given
  if (found.status !== 'found' || (await store?.revoke(id, by)) !== true) {
    const message =
      found.status === 'ambiguous'
        ? explainAmbiguous(given, 'tokens', found.ids)
        : `No token with the id ${JSON.stringify(id)} is in force. See: drawbridge mcp token list`
    await io.diagnostics.write(`drawbridge: ${message}\n`)
    return 1
  }
  await io.output.write(options.json === true ? `${JSON.stringify({ revoked: id })}\n` : `Revoked ${id}.\n`)
  return 0
}

async function findTokens({ database, clock }: CommandInvocation['ground']): Promise<TokenStore | undefined> {
  const found = await database.find()
  return found && createTokenStore(found, { clock })
}

function readExpiry(days: unknown, now: number): number | undefined {
  if (days === 'never') return undefined
  const count = days === undefined ? defaultDays : Number(days)
  if (Number.isFinite(count) && count > 0 && count <= 36_500) return now + Math.round(count * dayMs)
  throw new DrawbridgeError(
    'invalid_option',
    `--expires ${JSON.stringify(days)} is not a number of days. Write a number above 0, such as 30, or never.`,
  )
}

function describe(token: StoredToken, now: number): string {
  const { id, client, user, agent, createdBy, createdAt, expiresAt, lastUsedAt, revokedAt, revokedBy } = token
  const time = (at: number) => new Date(at).toISOString()
  const state =
    revokedAt !== undefined
      ? `revoked ${time(revokedAt)} by ${revokedBy}`
      : expiresAt === undefined
        ? 'never expires'
        : `${now < expiresAt ? 'expires' : 'expired'} ${time(expiresAt)}`
  const whom = [user === undefined ? [] : `for ${user}`, agent === undefined ? [] : `as the agent ${agent}`].flat()
  return [
    `${id}  ${escapeToOneLine([client, ...whom].join(' '))}\n`,
    `  Created ${time(createdAt)} by ${escapeToOneLine(createdBy)}, ${lastUsedAt === undefined ? 'not used yet' : `used last ${time(lastUsedAt)}`}, ${escapeToOneLine(state)}\n`,
  ].join('')
}

function onlyPeople(what: string): string {
  return `Only a person can ${what}, and a tool started this command. Do it at your own terminal.`
}

function textOf(value: string | boolean | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}
