import { DrawbridgeError } from '@drawbridge/core'
import { escapeToOneLine } from '@drawbridge/core/base'
import { explainAmbiguous, findByPrefix, type RoomCommand } from '@drawbridge/room'
import { type ApiKey, createKeys, isKeyInForce } from '../account/keys.ts'
import { createUsers } from '../account/users.ts'
import { needPerson, readExpiry, textOf } from './read-options.ts'

const json = { flags: '--json', summary: 'write one JSON object' }
const defaultDays = '90'

/** `drawbridge keys list` */
export const listKeysCommand: RoomCommand = {
  options: [{ flags: '--all', summary: 'include revoked and expired keys' }, json],
  run: async ({ options, io, ground }) => {
    const database = await ground.database.find()
    const all = database === undefined ? [] : await createKeys(database, ground).list()
    const keys = all.filter((key) => options.all === true || isKeyInForce(key, ground.clock.now()))
    if (options.json === true) return void (await io.output.write(`${JSON.stringify({ keys })}\n`))
    if (keys.length === 0)
      return void (await io.diagnostics.write(
        'There are no keys. Create one with: drawbridge keys create NAME --user USER\n',
      ))
    await io.output.write(keys.map((key) => describe(key, ground.clock.now())).join(''))
  },
}

/** `drawbridge keys create` */
export const createKeyCommand: RoomCommand = {
  arguments: [{ name: 'name', summary: 'what the key is for' }],
  options: [
    { flags: '--user <name>', summary: 'the user that it acts for' },
    { flags: '--scopes <list>', summary: 'what it may do, such as tools:read,tools:invoke' },
    { flags: '--agents <list>', summary: 'the agents that it may use (default: all)' },
    { flags: '--expires <days>', summary: `the days until it expires, or never (default: ${defaultDays})` },
    json,
  ],
  examples: [
    ['A program that calls tools', 'drawbridge keys create build --user ada --scopes tools:read,tools:invoke'],
  ],
  run: async (invocation) => {
    const { options, io, ground } = invocation
    const [name = ''] = invocation.arguments
    const createdBy = needPerson(invocation, 'create a key')
    const database = await ground.database.obtain()
    const userName = textOf(options.user) ?? ''
    const user = await createUsers(database, ground).findByName(userName)
    if (user === undefined)
      throw new DrawbridgeError(
        'invalid_option',
        `There is no user ${JSON.stringify(userName)}. Name one with --user; see: drawbridge users`,
      )
    const scopes = readList(options.scopes)
    if (scopes.length === 0)
      throw new DrawbridgeError('invalid_option', 'Say what the key may do: --scopes tools:read,tools:invoke')
    const agents = options.agents === undefined ? undefined : readList(options.agents)
    const expiresAt = readExpiry(textOf(options.expires) ?? defaultDays, ground.clock.now())
    const { key, secret } = await createKeys(database, ground).create({
      ...{ userId: user.id, name, scopes, agents, expiresAt, createdBy },
    })
    await io.output.write(options.json === true ? `${JSON.stringify({ key, secret })}\n` : `${secret}\n`)
    if (options.json !== true) await io.diagnostics.write('The key is shown only now.\n')
  },
}

/** `drawbridge keys revoke` */
export const revokeKeyCommand: RoomCommand = {
  arguments: [{ name: 'id', summary: 'the id of the key, or its beginning' }],
  options: [json],
  run: async (invocation) => {
    const { options, io, ground } = invocation
    const by = needPerson(invocation, 'revoke a key')
    const keys = createKeys(await ground.database.obtain(), ground)
    const [given = ''] = invocation.arguments
    const found = findByPrefix(given, {
      items: await keys.list(),
      idOf: ({ id }) => id,
      kind: 'key',
      isLikely: (key) => isKeyInForce(key, ground.clock.now()),
    })
    const id = found.status === 'found' ? found.item.id : given
    if (found.status !== 'found' || !(await keys.revoke(id, by))) {
      const message =
        found.status === 'ambiguous'
          ? explainAmbiguous(given, 'keys', found.ids)
          : `No key with the id ${JSON.stringify(id)} is in force. See: drawbridge keys`
      await io.diagnostics.write(`drawbridge: ${message}\n`)
      return 1
    }
    await io.output.write(options.json === true ? `${JSON.stringify({ revoked: id })}\n` : `Revoked ${id}.\n`)
    return 0
  },
}

function readList(value: string | boolean | undefined): readonly string[] {
  return (textOf(value) ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
}

function describe({ id, name, shown, scopes, createdBy, expiresAt, usedAt, revokedAt }: ApiKey, now: number): string {
  const time = (at: number) => new Date(at).toISOString()
  const state =
    revokedAt !== undefined
      ? `revoked ${time(revokedAt)}`
      : expiresAt === undefined
        ? 'never expires'
        : `${now < expiresAt ? 'expires' : 'expired'} ${time(expiresAt)}`
  return [
    `${id}  ${escapeToOneLine(name)}  …${shown}  ${escapeToOneLine(scopes.join(', '))}\n`,
    `  Created by ${escapeToOneLine(createdBy)}, ${usedAt === undefined ? 'not used yet' : `used last ${time(usedAt)}`}, ${state}\n`,
  ].join('')
}
