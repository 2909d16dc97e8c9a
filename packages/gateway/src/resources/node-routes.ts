import { z } from 'zod'
import { refuse } from '../problem/problem.ts'
import { defineRoute, type Route } from '../route/route.ts'
import { deadAfterMs } from '../server/node-registry.ts'
import { time, timeOf } from './account/account-schemas.ts'

const tag = 'nodes'

const listNodes = defineRoute({
  ...{ method: 'GET', path: '/nodes', operation: 'listNodes', tag, role: 'operator', scope: 'nodes' },
  summary: 'List the nodes of the database, each with the policy that it has in force',
  answer: z.strictObject({
    items: z.array(
      z
        .strictObject({
          id: z.string(),
          version: z.string(),
          url: z.string(),
          state: z.enum(['alive', 'silent', 'draining']).describe('`silent`: it has not reported for 30 seconds.'),
          policy: z.string().describe('Equal for nodes that have the same policy in force.'),
          policyProblem: z.string().nullable().describe('Why a changed configuration is not in force.'),
          startedAt: time,
          current: z.boolean().describe('True for the node that answers.'),
        })
        .meta({ id: 'Node' }),
    ),
    samePolicy: z.boolean().describe('True if all nodes that live have the same policy in force.'),
  }),
  handle: async (_, { gateway }) => {
    const all = await gateway.nodes.list()
    const alive = all.filter(({ silentMs }) => silentMs <= deadAfterMs)
    return {
      items: all.map(({ id, version, url, policy, policyProblem, startedAt, silentMs, isDraining }) => ({
        ...{ id, version, url, policy, policyProblem: policyProblem ?? null, startedAt: timeOf(startedAt) },
        state: silentMs > deadAfterMs ? 'silent' : isDraining ? 'draining' : 'alive',
        current: id === gateway.node,
      })),
      samePolicy: new Set(alive.map(({ policy, policyProblem }) => `${policy} ${policyProblem ?? ''}`)).size <= 1,
    }
  },
})

const drainNode = defineRoute({
  ...{ method: 'POST', path: '/nodes/{id}/drain', operation: 'drainNode', tag, role: 'owner', scope: 'nodes' },
  summary: 'Let a node take no new work, before it is stopped',
  params: z.strictObject({ id: z.string().min(1).max(100) }),
  status: 202,
  handle: async ({ params: { id } }, { gateway }) => {
    if (!(await gateway.nodes.drain(id))) refuse('not_found', 'There is no such node.')
  },
})

export const nodeRoutes: readonly Route[] = [listNodes, drainNode]
