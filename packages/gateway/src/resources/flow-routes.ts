import type { FlowReport } from '@drawbridge/core/flow'
import { reportFlow } from '@drawbridge/sdk/simulate'
import { z } from 'zod'
import { defineRoute, type Route } from '../route/route.ts'
import type { Gateway } from '../server/gateway.ts'
import { needSession, sightOf } from './sessions/own-session.ts'
import { sessionsBefore } from './sessions/session-rows.ts'

const tag = 'flow'
const loose = z.record(z.string(), z.unknown())
const counts = z.array(z.strictObject({ name: z.string(), count: z.number() }))

const getSessionFlow = defineRoute({
  ...{ method: 'GET', path: '/sessions/{id}/flow', operation: 'getSessionFlow', tag, role: 'member' },
  scope: 'sessions:read',
  summary: 'Show where the words of a session came from, and what they decided',
  params: z.strictObject({ id: z.string().min(1).max(200) }),
  answer: z
    .strictObject({
      heard: z.record(z.string(), z.number()).describe('The number of messages, by who said them.'),
      sources: z.array(loose),
      acts: z.array(loose),
      asked: z.number(),
    })
    .meta({ id: 'SessionFlow' }),
  handle: async ({ params: { id } }, context) => {
    await needSession(id, context)
    return reportOf(id, context.gateway)
  },
})

/** The most examples that the report over sessions shows. */
const mostExamples = 50

const getFlowReport = defineRoute({
  ...{ method: 'GET', path: '/flow/report', operation: 'getFlowReport', tag, role: 'operator', scope: 'audit:read' },
  summary: 'Show where the words of strangers decide, over the latest sessions',
  query: z.strictObject({ sessions: z.coerce.number().int().min(1).max(200).default(50) }),
  answer: z
    .strictObject({
      sessions: z.number().describe('The number of sessions that were looked at, the latest ones.'),
      judged: z.number().describe('Writes that were judged.'),
      wouldAsk: z.number().describe('Writes that the mode `guard` asks about.'),
      bySink: counts,
      bySource: counts,
      byTool: counts,
      examples: z.array(
        z.strictObject({
          session: z.string(),
          call: z.string(),
          tool: z.string(),
          because: z.string(),
          value: z.string().nullable(),
          excerpt: z.string().nullable(),
        }),
      ),
    })
    .meta({ id: 'FlowReport' }),
  handle: async ({ query: { sessions } }, { gateway, caller }) => {
    const { agents } = sightOf(caller)
    const rows = await gateway.database.all(
      sessionsBefore.all,
      '',
      agents,
      Number.MAX_SAFE_INTEGER,
      '',
      sessions,
      '',
      '',
    )
    const acts: (FlowReport['acts'][number] & { readonly session: string })[] = []
    const sources: string[] = []
    for (const { id } of rows) {
      const report = await reportOf(id, gateway)
      acts.push(...report.acts.map((act) => ({ ...act, session: id })))
      for (const { tool, target, trust } of report.sources)
        if (trust === 'untrusted') sources.push([tool, target].filter((each) => each !== undefined).join(' '))
    }
    const asked = acts.filter(({ verdict }) => verdict === 'ask')
    return {
      ...{ sessions: rows.length, judged: acts.length, wouldAsk: asked.length, bySource: countsOf(sources) },
      bySink: countsOf(asked.flatMap(({ findings }) => findings.map(({ kind }) => kind ?? 'unknown'))),
      byTool: countsOf(asked.map(({ tool }) => tool)),
      examples: asked
        .flatMap(({ session, toolCallId: call, tool, findings }) =>
          findings.map(({ because, value, origin }) => ({
            ...{ session, call, tool, because, value: value ?? null, excerpt: origin?.excerpt ?? null },
          })),
        )
        .slice(0, mostExamples),
    }
  },
})

export const flowRoutes: readonly Route[] = [getSessionFlow, getFlowReport]

function reportOf(session: string, { drawbridge: { home, house } }: Gateway): Promise<FlowReport> {
  return reportFlow({ home, environment: house.environment, session })
}

/** Counts equal names, the most frequent first. */
function countsOf(names: readonly string[]) {
  const counted = new Map<string, number>()
  for (const name of names) counted.set(name, (counted.get(name) ?? 0) + 1)
  return [...counted].map(([name, count]) => ({ name, count })).toSorted((left, right) => right.count - left.count)
}
