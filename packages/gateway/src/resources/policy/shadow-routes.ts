import { createShadowReporter } from '@drawbridge/core/replay'
import { z } from 'zod'
import { defineRoute, type Route } from '../../route/route.ts'
import { timeOf } from '../account/account-schemas.ts'
import { simulationShape } from './policy-schemas.ts'
import { readStretch, shownGroups } from './recorded-stretch.ts'

const dayMs = 86_400_000

const getShadowReport = defineRoute({
  ...{ method: 'GET', path: '/policy/shadow', operation: 'getShadowReport', tag: 'policy', role: 'operator' },
  scope: 'policy:read',
  summary: 'Recorded calls that the shadow policy would have decided otherwise',
  description:
    'Only calls made while the section `shadow` was set are compared. `cannotTell` counts calls that the shadow policy failed on.',
  query: z.strictObject({
    days: z.coerce.number().positive().max(366).default(7).describe('Calls of the last so many days.'),
    sessions: z.coerce.number().int().min(1).max(500).default(200).describe('The greatest number of sessions.'),
  }),
  answer: simulationShape,
  handle: async ({ query: { days, sessions } }, { gateway }) => {
    const { events, read } = readStretch({ since: gateway.clock.now() - days * dayMs, sessions }, gateway)
    const reporter = createShadowReporter()
    for await (const event of events) reporter.add(event)
    const { calls, changed, groups, failed } = reporter.report()
    const { startedAt, ...how } = read
    return { at: timeOf(startedAt), ...how, calls, changed, ...shownGroups(groups), cannotTell: failed }
  },
})

export const shadowRoutes: readonly Route[] = [getShadowReport]
