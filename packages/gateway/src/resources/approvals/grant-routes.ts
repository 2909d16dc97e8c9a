import type { StoredGrant } from '@drawbridge/sdk/authority'
import { z } from 'zod'
import { type Caller, callerId } from '../../caller/caller.ts'
import { refuse } from '../../problem/problem.ts'
import { pageInMemory, pageOf, pageQuery } from '../../route/page.ts'
import { defineRoute, type Route } from '../../route/route.ts'
import { time, timeOf } from '../account/account-schemas.ts'
import { isInSight } from '../sessions/own-session.ts'

const grant = z
  .looseObject({
    id: z.string(),
    tool: z.string(),
    owner: z.record(z.string(), z.unknown()),
    scopes: z.array(z.record(z.string(), z.unknown())),
    grantedBy: z.string(),
    grantedAt: time,
    expiresAt: time.nullable(),
    lastUsedAt: time.nullable(),
    revokedAt: time.nullable(),
  })
  .meta({ id: 'Grant' })

function isVisible({ owner: { user, agent } }: StoredGrant, caller: Caller): boolean {
  return isInSight({ user, agent }, caller)
}

function shown(stored: StoredGrant) {
  const orNull = (at: number | undefined) => (at === undefined ? null : timeOf(at))
  const { grantedAt, expiresAt, lastUsedAt, revokedAt } = stored
  const times = { expiresAt: orNull(expiresAt), lastUsedAt: orNull(lastUsedAt), revokedAt: orNull(revokedAt) }
  return JSON.parse(JSON.stringify({ ...stored, grantedAt: timeOf(grantedAt), ...times }))
}

const listGrants = defineRoute({
  ...{ method: 'GET', path: '/grants', operation: 'listGrants', tag: 'grants', role: 'member', scope: 'grants' },
  summary: 'List saved answers',
  query: z.strictObject({ ...pageQuery, all: z.enum(['true', 'false']).default('false') }),
  answer: pageOf(grant),
  handle: async ({ query }, { gateway, caller }) => {
    const now = gateway.clock.now()
    const isInForce = (each: StoredGrant) => each.revokedAt === undefined && (each.expiresAt ?? Infinity) > now
    const grants = (await gateway.grants.list()).filter(
      (each) => isVisible(each, caller) && (query.all === 'true' || isInForce(each)),
    )
    const list = ['grants', query.all, callerId(caller)]
    return pageInMemory(gateway.cursors, grants.map(shown), { query, list, keyOf: ({ id }) => String(id) })
  },
})

const revokeGrant = defineRoute({
  ...{
    method: 'DELETE',
    path: '/grants/{id}',
    operation: 'revokeGrant',
    tag: 'grants',
    role: 'member',
    scope: 'grants',
  },
  summary: 'Take a saved answer back',
  params: z.strictObject({ id: z.string() }),
  handle: async ({ params: { id } }, { gateway, caller }) => {
    const found = (await gateway.grants.list()).find((each) => each.id === id)
    if (found === undefined || !isVisible(found, caller)) refuse('not_found')
    if (!(await gateway.grants.revoke(id, caller.user.name))) refuse('not_found')
  },
})

export const grantRoutes: readonly Route[] = [listGrants, revokeGrant]
