import { explainConfiguration, readConfiguration } from '@drawbridge/sdk/config'
import { z } from 'zod'
import { refuse } from '../../problem/problem.ts'
import { pageInMemory, pageOf, pageQuery } from '../../route/page.ts'
import { defineRoute, type Route } from '../../route/route.ts'
import type { Gateway } from '../../server/gateway.ts'
import { nodesInForce } from './nodes-in-force.ts'
import { nodesShape } from './policy-schemas.ts'

const value = z
  .strictObject({
    key: z.string(),
    value: z.unknown(),
    origin: z.string().describe('A file with its line, or `built-in`.'),
    takesEffect: z.string(),
  })
  .meta({ id: 'EffectiveValue' })

async function effectiveValues({ drawbridge }: Gateway) {
  const { home, workspace } = drawbridge
  const read = await readConfiguration({ home, workspace, secrets: 'unchecked' })
  if (read.status === 'refused') return refuse('conflict', 'The configuration has a problem: run `drawbridge doctor`.')
  return explainConfiguration(read.configuration)
}

const policySections = [
  'permissions',
  'tools',
  'network',
  'shell',
  'sandbox',
  'flow',
  'approvals',
  'limits',
  'agents',
  'hooks',
]

const getPolicy = defineRoute({
  ...{ method: 'GET', path: '/policy', operation: 'getPolicy', tag: 'policy', role: 'viewer', scope: 'policy:read' },
  problems: ['conflict'],
  summary: 'The policy in force: every value with its source',
  answer: z.strictObject({
    version: z.number(),
    problem: z.string().nullable().describe('Why a changed configuration is not in force.'),
    nodes: nodesShape,
    values: z.array(value),
  }),
  handle: async (_, { gateway }) => {
    const { policySource } = gateway.drawbridge
    await policySource.refresh()
    const values = (await effectiveValues(gateway)).filter(({ key }) =>
      policySections.includes(key.split('.', 1)[0] ?? ''),
    )
    return {
      version: policySource.version(),
      problem: policySource.problem() ?? null,
      nodes: await nodesInForce(gateway),
      values,
    }
  },
})

const explainConfig = defineRoute({
  ...{ method: 'GET', path: '/config/explain', operation: 'explainConfig', tag: 'configuration', role: 'operator' },
  scope: 'config',
  problems: ['conflict'],
  summary: 'Every setting in force with its source',
  query: z.strictObject(pageQuery),
  answer: pageOf(value),
  handle: async ({ query }, { gateway }) =>
    pageInMemory(gateway.cursors, [...(await effectiveValues(gateway))], {
      ...{ query, list: ['config'] },
      keyOf: ({ key, origin }) => `${key} ${origin}`,
    }),
})

export const policyRoutes: readonly Route[] = [getPolicy, explainConfig]
