import type { ApiKey } from '@drawbridge/access'
import { z } from 'zod'
import type { Caller } from '../../caller/caller.ts'
import { isAtLeast } from '../../caller/caller.ts'
import { refuse } from '../../problem/problem.ts'
import { pageInMemory, pageOf, pageQuery } from '../../route/page.ts'
import { defineRoute, type Route } from '../../route/route.ts'
import type { Gateway } from '../../server/gateway.ts'
import { time, timeOf } from './account-schemas.ts'

const key = z
  .strictObject({
    id: z.string(),
    userId: z.string(),
    name: z.string(),
    scopes: z.array(z.string()),
    agents: z.array(z.string()).nullable(),
    human: z.boolean(),
    shown: z.string().describe('The last four characters.'),
    createdBy: z.string(),
    createdAt: time,
    expiresAt: time.nullable(),
    usedAt: time.nullable(),
    revokedAt: time.nullable(),
  })
  .meta({ id: 'ApiKey' })

function shown({ createdAt, expiresAt, usedAt, revokedAt, revokedBy: _, agents, ...rest }: ApiKey) {
  const orNull = (at: number | undefined) => (at === undefined ? null : timeOf(at))
  return {
    ...rest,
    agents: agents ?? null,
    createdAt: timeOf(createdAt),
    ...{ expiresAt: orNull(expiresAt), usedAt: orNull(usedAt), revokedAt: orNull(revokedAt) },
  }
}

const listKeys = defineRoute({
  ...{ method: 'GET', path: '/keys', operation: 'listKeys', tag: 'keys', role: 'viewer', sessionOnly: true },
  summary: 'List your API keys; an owner sees all',
  query: z.strictObject(pageQuery),
  answer: pageOf(key),
  handle: async ({ query }, { gateway, caller: { user } }) => {
    const own = user.role === 'owner' ? undefined : user.id
    const keys = (await gateway.access.keys.list(own)).map(shown)
    return pageInMemory(gateway.cursors, keys, { ...{ query, list: ['keys', own] }, keyOf: ({ id }) => id })
  },
})

const createKey = defineRoute({
  ...{ method: 'POST', path: '/keys', operation: 'createKey', tag: 'keys', role: 'viewer' },
  summary: 'Create an API key for yourself',
  description: 'The secret is answered once. A scope that needs a greater role than yours is refused.',
  sessionOnly: true,
  proven: true,
  body: z.strictObject({
    name: z.string().min(1).max(100),
    scopes: z.array(z.string().min(1).max(100)).min(1).max(100),
    agents: z.array(z.string().min(1).max(200)).max(200).optional(),
    expiresAt: time.optional(),
    human: z.boolean().optional().describe('True if its holder may answer what a person must decide.'),
  }),
  answer: z.strictObject({ key, secret: z.string() }),
  status: 201,
  example: { body: { name: 'build', scopes: ['tools:read', 'tools:invoke'] } },
  handle: async ({ body: { expiresAt, ...body } }, { gateway, caller }) => {
    assertScopes(body.scopes, caller, gateway)
    const { user } = caller
    const made = await gateway.access.keys.create({
      ...body,
      userId: user.id,
      createdBy: user.name,
      expiresAt: expiresAt === undefined ? undefined : Date.parse(expiresAt),
    })
    return { key: shown(made.key), secret: made.secret }
  },
})

const revokeKey = defineRoute({
  ...{ method: 'DELETE', path: '/keys/{id}', operation: 'revokeKey', tag: 'keys', role: 'viewer', sessionOnly: true },
  summary: 'Revoke an API key',
  params: z.strictObject({ id: z.string() }),
  handle: async ({ params: { id } }, { gateway: { access }, caller: { user } }) => {
    const found = await access.keys.find(id)
    const isVisible = found !== undefined && (found.userId === user.id || user.role === 'owner')
    if (!isVisible || !(await access.keys.revoke(id, user.name))) refuse('not_found')
  },
})

/** Refuses a scope that no route has, or that the caller has no right to. */
function assertScopes(scopes: readonly string[], { user }: Caller, { routes }: Gateway): void {
  for (const scope of scopes) {
    const roles = routes.flatMap((route) => (route.scope === scope && route.role !== 'open' ? [route.role] : []))
    if (roles.length === 0)
      refuse('invalid', `There is no scope ${JSON.stringify(scope)}. GET /v1/openapi.json lists them.`)
    if (!roles.some((role) => isAtLeast(user.role, role)))
      refuse('forbidden', {
        detail: `Your role ${user.role} has nothing of the scope ${scope}.`,
        extra: { needs: { scope } },
      })
  }
}

export const keyRoutes: readonly Route[] = [listKeys, createKey, revokeKey]
