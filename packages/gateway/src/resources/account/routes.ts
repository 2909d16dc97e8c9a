import { z } from 'zod'
import { cookieHeader } from '../../caller/session-cookie.ts'
import { refuse } from '../../problem/problem.ts'
import { defineRoute, type Route } from '../../route/route.ts'
import { networkOf } from '../../server/peer-address.ts'
import { device, devicesOf, me, time, timeOf } from './account-schemas.ts'
import { describeMe } from './describe-me.ts'
import { type Credentials, userOfCredentials } from './log-in.ts'

const secret = z.string().min(1).max(1_024)
const credentials = z
  .union([
    z.strictObject({ code: secret.describe('The one-use code of the address that `drawbridge serve` printed.') }),
    z.strictObject({ token: secret.describe('The token of a user.') }),
    z.strictObject({ user: z.string().min(1).max(200), password: secret }),
  ])
  .meta({ id: 'Credentials' })

const logIn = defineRoute({
  ...{ method: 'POST', path: '/auth/login', operation: 'logIn', tag: 'account', role: 'open' },
  summary: 'Sign in with a browser',
  description: 'Answers one half of the session and sets the other as a cookie. Both are needed with every request.',
  body: credentials,
  answer: z.strictObject({
    me,
    half: z.string().describe('Send it in the header X-Drawbridge-Session. Keep it for this origin alone.'),
  }),
  problems: ['wrong_credentials', 'too_many'],
  example: { body: { code: 'ABCD-EFGH-JKLM-NPQR' } },
  handle: async ({ body }, { gateway, address, request, headers }) => {
    const user = await userOfCredentials(body as Credentials, { gateway, address })
    const { session, halves } = await gateway.access.sessions.create({
      userId: user.id,
      device: (request.headers.get('user-agent') ?? 'unknown').slice(0, 200),
      address: networkOf(address),
    })
    const maxAgeSeconds = Math.floor(gateway.settings.absoluteMs / 1_000)
    headers.set('set-cookie', cookieHeader(gateway.cookieName, { value: halves.cookie, maxAgeSeconds }))
    return { me: describeMe({ user, session, human: true }, gateway), half: halves.half }
  },
})

const logOut = defineRoute({
  ...{ method: 'POST', path: '/auth/logout', operation: 'logOut', tag: 'account', role: 'viewer' },
  summary: 'Sign out',
  sessionOnly: true,
  handle: async (_, { gateway, caller: { session, user }, headers }) => {
    if (session !== undefined) await gateway.access.sessions.end(session.id, user.id)
    headers.set('set-cookie', cookieHeader(gateway.cookieName, { value: '', maxAgeSeconds: 0 }))
  },
})

const logOutAll = defineRoute({
  ...{ method: 'POST', path: '/auth/logout-all', operation: 'logOutAll', tag: 'account', role: 'viewer' },
  summary: 'Sign out everywhere',
  sessionOnly: true,
  handle: async (_, { gateway, caller: { user }, headers }) => {
    await gateway.access.sessions.endAll(user.id)
    headers.set('set-cookie', cookieHeader(gateway.cookieName, { value: '', maxAgeSeconds: 0 }))
  },
})

const renew = defineRoute({
  ...{ method: 'POST', path: '/auth/renew', operation: 'renewSession', tag: 'account', role: 'viewer' },
  summary: 'Prove again who you are',
  description: 'Needed within ten minutes before users, keys and what widens rights are changed.',
  sessionOnly: true,
  body: credentials,
  problems: ['wrong_credentials', 'too_many'],
  handle: async ({ body }, { gateway, caller, address }) => {
    const user = await userOfCredentials(body as Credentials, { gateway, address })
    if (user.id !== caller.user.id) refuse('wrong_credentials', 'The code, token or password does not let you in.')
    if (caller.session !== undefined) await gateway.access.sessions.prove(caller.session.id)
  },
})

const getMe = defineRoute({
  ...{ method: 'GET', path: '/me', operation: 'getMe', tag: 'account', role: 'viewer' },
  summary: 'Who you are and what you may do',
  answer: me,
  handle: async (_, { gateway, caller }) => describeMe(caller, gateway),
})

const listDevices = defineRoute({
  ...{ method: 'GET', path: '/me/devices', operation: 'listDevices', tag: 'account', role: 'viewer' },
  summary: 'List the browsers in which you are signed in',
  sessionOnly: true,
  answer: z.strictObject({ items: z.array(device) }),
  handle: async (_, { gateway: { access }, caller }) => ({
    items: await devicesOf(caller.user.id, { access, caller }),
  }),
})

const endDevice = defineRoute({
  ...{ method: 'DELETE', path: '/me/devices/{id}', operation: 'endDevice', tag: 'account', role: 'viewer' },
  summary: 'Sign a browser out',
  sessionOnly: true,
  params: z.strictObject({ id: z.string() }),
  handle: async ({ params }, { gateway, caller }) => {
    if (!(await gateway.access.sessions.end(params.id, caller.user.id))) refuse('not_found')
  },
})

const createTicket = defineRoute({
  ...{ method: 'POST', path: '/ws-tickets', operation: 'createTicket', tag: 'events', role: 'viewer', scope: 'events' },
  summary: 'Get a ticket for a WebSocket',
  description:
    'It counts once, for 30 seconds. Send it as the sub-protocol `ticket.TICKET`, in addition to `drawbridge.v1`.',
  answer: z.strictObject({ ticket: z.string(), expiresAt: time }),
  status: 201,
  handle: async (_, { gateway, caller: { session, key } }) => {
    const rights = session === undefined ? { keyId: key?.id ?? '' } : { sessionId: session.id }
    const { ticket, expiresAt } = await gateway.access.codes.createTicket(rights)
    return { ticket, expiresAt: timeOf(expiresAt) }
  },
})

export const accountRoutes: readonly Route[] = [
  logIn,
  logOut,
  logOutAll,
  renew,
  getMe,
  listDevices,
  endDevice,
  createTicket,
]
