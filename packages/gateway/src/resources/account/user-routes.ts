import type { User } from '@drawbridge/access'
import { z } from 'zod'
import { refuse } from '../../problem/problem.ts'
import { pageInMemory, pageOf, pageQuery } from '../../route/page.ts'
import { defineRoute, type Route } from '../../route/route.ts'
import { device, devicesOf, role, time, timeOf } from './account-schemas.ts'

const user = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    role,
    createdBy: z.string(),
    createdAt: time,
    disabledAt: time.nullable(),
    hasPassword: z.boolean(),
  })
  .meta({ id: 'User' })

const name = z.string().regex(/^[\w.@+-]{1,100}$/, 'Use letters, digits and . _ - + @, at most 100.')
const password = z.string().min(12).max(1_024)
const params = z.strictObject({ id: z.string() })

function shown({ createdAt, disabledAt, ...rest }: User) {
  return { ...rest, createdAt: timeOf(createdAt), disabledAt: disabledAt === undefined ? null : timeOf(disabledAt) }
}

const listUsers = defineRoute({
  ...{ method: 'GET', path: '/users', operation: 'listUsers', tag: 'users', role: 'owner', scope: 'users' },
  summary: 'List the users',
  query: z.strictObject(pageQuery),
  answer: pageOf(user),
  handle: async ({ query }, { gateway }) =>
    pageInMemory(gateway.cursors, (await gateway.access.users.list()).map(shown), {
      ...{ query, list: ['users'] },
      keyOf: ({ id }) => id,
    }),
})

const createUser = defineRoute({
  ...{ method: 'POST', path: '/users', operation: 'createUser', tag: 'users', role: 'owner', scope: 'users' },
  summary: 'Add a user',
  description: 'The token is answered once: only its hash is kept.',
  sessionOnly: true,
  proven: true,
  body: z.strictObject({ name, role, password: password.optional() }),
  answer: z.strictObject({ user, token: z.string() }),
  status: 201,
  problems: ['conflict'],
  example: { body: { name: 'ada', role: 'operator' } },
  handle: async ({ body }, { gateway, caller }) => {
    const created = await gateway.access.users.create({ ...body, createdBy: caller.user.name })
    if (created === 'taken') return refuse('conflict', 'Another user has that name.')
    if (created === 'former')
      return refuse(
        'conflict',
        'A user who was removed had that name. What that user left is kept under it: choose another name.',
      )
    return { user: shown(created.user), token: created.token }
  },
})

const changeUser = defineRoute({
  ...{ method: 'PATCH', path: '/users/{id}', operation: 'changeUser', tag: 'users', role: 'owner', scope: 'users' },
  summary: 'Change a user',
  description: 'Another role, another password or switching it off ends all sessions of the user, on every node.',
  sessionOnly: true,
  proven: true,
  params,
  body: z.strictObject({ role: role.optional(), disabled: z.boolean().optional(), password: password.optional() }),
  answer: user,
  problems: ['conflict'],
  handle: async ({ params: { id }, body }, { gateway, caller }) => {
    const changed = await gateway.access.users.change(id, body, caller.user.name)
    if (changed === 'unknown') return refuse('not_found')
    if (changed === 'last_owner')
      return refuse('conflict', 'This is the last owner. Make somebody else an owner first.')
    return shown(changed)
  },
})

const removeUser = defineRoute({
  ...{ method: 'DELETE', path: '/users/{id}', operation: 'removeUser', tag: 'users', role: 'owner', scope: 'users' },
  summary: 'Remove a user with its keys and sessions',
  description: 'Nobody can have the name again: what the user left in sessions, files and memory is kept under it.',
  sessionOnly: true,
  proven: true,
  params,
  problems: ['conflict'],
  handle: async ({ params: { id } }, { gateway, caller }) => {
    const removed = await gateway.access.users.remove(id, caller.user.name)
    if (removed === 'unknown') refuse('not_found')
    if (removed === 'last_owner') refuse('conflict', 'This is the last owner. Make somebody else an owner first.')
  },
})

const listUserDevices = defineRoute({
  ...{ method: 'GET', path: '/users/{id}/devices', operation: 'listUserDevices', tag: 'users', role: 'owner' },
  scope: 'users',
  summary: 'List the browsers in which a user is signed in',
  params,
  answer: z.strictObject({ items: z.array(device) }),
  handle: async ({ params: { id } }, { gateway: { access }, caller }) => {
    if ((await access.users.find(id)) === undefined) refuse('not_found')
    return { items: await devicesOf(id, { access, caller }) }
  },
})

const endUserDevice = defineRoute({
  ...{
    method: 'DELETE',
    path: '/users/{id}/devices/{device}',
    operation: 'endUserDevice',
    tag: 'users',
    role: 'owner',
  },
  scope: 'users',
  summary: 'Sign a browser of a user out',
  params: z.strictObject({ id: z.string(), device: z.string() }),
  handle: async ({ params: { id, device: session } }, { gateway }) => {
    if (!(await gateway.access.sessions.end(session, id))) refuse('not_found')
  },
})

export const userRoutes: readonly Route[] = [
  listUsers,
  createUser,
  changeUser,
  removeUser,
  listUserDevices,
  endUserDevice,
]
