import { z } from 'zod'
import { refuse } from '../../problem/problem.ts'
import { defineRoute, type Route } from '../../route/route.ts'
import { time, timeOf } from '../account/account-schemas.ts'
import { isReady } from './is-ready.ts'

const getHealth = defineRoute({
  ...{ method: 'GET', path: '/health', operation: 'getHealth', tag: 'operation', role: 'operator', scope: 'metrics' },
  summary: 'The state of this node in detail',
  answer: z.strictObject({
    ready: z.boolean(),
    draining: z.boolean(),
    node: z.string(),
    build: z.string(),
    database: z.strictObject({ kind: z.enum(['sqlite', 'postgres']), name: z.string() }),
    pendingSettings: z.array(z.string()).describe('Changed settings that apply only from the next start.'),
    remoteTools: z.array(z.string()).describe('Tools that the operator opened for callers over HTTP.'),
    serverTime: time,
  }),
  handle: async (_, { gateway }) => ({
    ready: await isReady(gateway),
    draining: gateway.isDraining(),
    node: gateway.node,
    build: gateway.build,
    database: { kind: gateway.database.kind, name: gateway.database.name },
    pendingSettings: [...gateway.drawbridge.pendingSettings()],
    remoteTools: [...gateway.settings.remoteTools],
    serverTime: timeOf(gateway.clock.now()),
  }),
})

const getMetrics = defineRoute({
  ...{ method: 'GET', path: '/metrics', operation: 'getMetrics', tag: 'operation', role: 'operator' },
  ...{ alias: '/metrics', scope: 'metrics', mayFindNothing: true },
  summary: 'Metrics in the format of Prometheus',
  answer: z.string(),
  answerType: 'text/plain',
  handle: async (_, { gateway: { metrics, settings } }) => {
    if (!settings.metrics) refuse('not_found')
    return new Response(await metrics.registry.metrics(), { headers: { 'content-type': metrics.registry.contentType } })
  },
})

export const healthRoutes: readonly Route[] = [getHealth, getMetrics]
