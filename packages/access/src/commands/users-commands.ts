import { DrawbridgeError } from '@drawbridge/core'
import { escapeToOneLine } from '@drawbridge/core/base'
import type { CommandInvocation, RoomCommand } from '@drawbridge/room'
import { createUsers, type User, type UserChange, type Users } from '../account/users.ts'
import { needPerson, readRole, textOf } from './read-options.ts'

const json = { flags: '--json', summary: 'write one JSON object' }
const nameArgument = { name: 'name', summary: 'the name of the user' }

/** `drawbridge users list` */
export const listUsersCommand: RoomCommand = {
  options: [json],
  run: async ({ options, io, ground }) => {
    const database = await ground.database.find()
    const users = database === undefined ? [] : await createUsers(database, ground).list()
    if (options.json === true) return void (await io.output.write(`${JSON.stringify({ users })}\n`))
    if (users.length === 0)
      return void (await io.diagnostics.write(
        'There are no users. The first start of `drawbridge serve` creates an owner.\n',
      ))
    await io.output.write(users.map(describe).join(''))
  },
}

/** `drawbridge users add` */
export const addUserCommand: RoomCommand = {
  arguments: [nameArgument],
  options: [{ flags: '--role <role>', summary: 'owner, operator, member (default) or viewer' }, json],
  examples: [
    ['Someone who works with agents', 'drawbridge users add ada'],
    ['Someone who answers approvals of all', 'drawbridge users add bob --role operator'],
  ],
  run: async (invocation) => {
    const { options, io, ground } = invocation
    const [name = ''] = invocation.arguments
    const createdBy = needPerson(invocation, 'add a user')
    assertName(name)
    const role = readRole(textOf(options.role) ?? 'member')
    const created = await createUsers(await ground.database.obtain(), ground).create({ name, role, createdBy })
    if (created === 'taken')
      throw new DrawbridgeError('invalid_option', `There is a user ${JSON.stringify(name)} already.`)
    if (created === 'former')
      throw new DrawbridgeError(
        'invalid_option',
        `${JSON.stringify(name)} was the name of a user who was removed. Sessions, files, memory and grants of that user ` +
          `are kept under it, so nobody else gets it. Choose another name: drawbridge users add ${name.slice(0, 90)}-2`,
      )
    await showToken(invocation, created)
    if (options.json !== true)
      await io.diagnostics.write(`Added ${name} as ${role}. The token is shown only now: it logs ${name} in.\n`)
  },
}

/** `drawbridge users change` */
export const changeUserCommand: RoomCommand = {
  arguments: [nameArgument],
  options: [
    { flags: '--role <role>', summary: 'owner, operator, member or viewer' },
    { flags: '--disable', summary: 'switch the user off: its sessions end and its keys do not count' },
    { flags: '--enable', summary: 'switch the user on again' },
    { flags: '--token', summary: 'replace its token, and print the new one' },
    json,
  ],
  examples: [
    ['Another role', 'drawbridge users change ada --role operator'],
    ['A lost token', 'drawbridge users change ada --token'],
  ],
  run: async (invocation) => {
    const { options, io, ground } = invocation
    const by = needPerson(invocation, 'change a user')
    const users = createUsers(await ground.database.obtain(), ground)
    const user = await needUser(users, invocation.arguments[0] ?? '')
    const change = readChange(options)
    if (options.token === true) {
      const token = await users.renewToken(user.id, by)
      if (token === undefined) throw noUser(user.name)
      return showToken(invocation, { user, token })
    }
    const changed = await users.change(user.id, change, by)
    if (changed === 'unknown') throw noUser(user.name)
    if (changed === 'last_owner') throw lastOwner(user.name)
    await io.output.write(options.json === true ? `${JSON.stringify({ user: changed })}\n` : describe(changed))
  },
}

/** `drawbridge users remove` */
export const removeUserCommand: RoomCommand = {
  arguments: [nameArgument],
  options: [json],
  run: async (invocation) => {
    const { options, io, ground } = invocation
    const by = needPerson(invocation, 'remove a user')
    const users = createUsers(await ground.database.obtain(), ground)
    const user = await needUser(users, invocation.arguments[0] ?? '')
    const removed = await users.remove(user.id, by)
    if (removed === 'last_owner') throw lastOwner(user.name)
    await io.output.write(
      options.json === true ? `${JSON.stringify({ removed: user.id })}\n` : `Removed ${escapeToOneLine(user.name)}.\n`,
    )
  },
}

function readChange(options: CommandInvocation['options']): UserChange {
  const role = textOf(options.role)
  if (options.disable === true && options.enable === true)
    throw new DrawbridgeError('invalid_option', 'Give --disable or --enable, not both.')
  const disabled = options.disable === true ? true : options.enable === true ? false : undefined
  if (role === undefined && disabled === undefined && options.token !== true)
    throw new DrawbridgeError('invalid_option', 'Say what to change: --role, --disable, --enable or --token.')
  return { role: role === undefined ? undefined : readRole(role), disabled }
}

async function showToken(
  { options, io }: CommandInvocation,
  { user, token }: { readonly user: User; readonly token: string },
): Promise<void> {
  await io.output.write(options.json === true ? `${JSON.stringify({ user, token })}\n` : `${token}\n`)
}

async function needUser(users: Users, name: string): Promise<User> {
  const user = await users.findByName(name)
  if (user === undefined) throw noUser(name)
  return user
}

function assertName(name: string): void {
  if (/^[\w.@+-]{1,100}$/.test(name)) return
  throw new DrawbridgeError(
    'invalid_option',
    `${JSON.stringify(name)} cannot be the name of a user. Use letters, digits and . _ - + @, at most 100.`,
  )
}

function noUser(name: string): DrawbridgeError {
  return new DrawbridgeError('invalid_option', `There is no user ${JSON.stringify(name)}. See: drawbridge users`)
}

function lastOwner(name: string): DrawbridgeError {
  return new DrawbridgeError(
    'invalid_option',
    `${JSON.stringify(name)} is the last owner. Make somebody else an owner first: drawbridge users add NAME --role owner`,
  )
}

function describe({ name, role, id, createdAt, disabledAt }: User): string {
  const state = disabledAt === undefined ? '' : `, switched off ${new Date(disabledAt).toISOString()}`
  return `${escapeToOneLine(name)}  ${role}  (${id}, since ${new Date(createdAt).toISOString()}${state})\n`
}
