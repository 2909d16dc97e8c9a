import type { StoredApproval } from '@drawbridge/sdk/authority'
import { z } from 'zod'
import { callerId } from '../../caller/caller.ts'
import { Problem } from '../../problem/problem.ts'
import { pageInMemory, pageOf, pageQuery } from '../../route/page.ts'
import { defineRoute, type Route } from '../../route/route.ts'
import { timeOf } from '../account/account-schemas.ts'
import { approval, decision } from './approval-schemas.ts'
import { answerApproval, isVisibleApproval, needApproval } from './decide-approval.ts'

const tag = 'approvals'
const scope = 'approvals:read'

function shown({ request, state, askedAt, decision: given, decidedBy, decidedAt }: StoredApproval) {
  return JSON.parse(
    JSON.stringify({
      ...request,
      state,
      askedAt: timeOf(askedAt),
      answerableUntil: timeOf(request.answerableUntil),
      decision: given ?? null,
      decidedBy: decidedBy ?? null,
      decidedAt: decidedAt === undefined ? null : timeOf(decidedAt),
    }),
  )
}

const listApprovals = defineRoute({
  ...{ method: 'GET', path: '/approvals', operation: 'listApprovals', tag, role: 'member', scope },
  summary: 'List what waits for an answer, or what was answered',
  query: z.strictObject({
    ...pageQuery,
    state: z.enum(['pending', 'all']).default('pending'),
    agent: z.string().max(200).optional(),
    tool: z.string().max(256).optional(),
  }),
  answer: pageOf(approval),
  handle: async ({ query }, { gateway, caller }) => {
    const { state, agent, tool } = query
    const all = await gateway.approvals.list({ all: state === 'all' })
    const visible = all.filter(
      (each) =>
        isVisibleApproval(each, caller) &&
        (agent === undefined || each.request.principal.agent === agent) &&
        (tool === undefined || each.request.tool === tool),
    )
    const list = ['approvals', state, agent, tool, callerId(caller)]
    return pageInMemory(gateway.cursors, visible.map(shown), { query, list, keyOf: ({ id }) => String(id) })
  },
})

const getApproval = defineRoute({
  ...{ method: 'GET', path: '/approvals/{id}', operation: 'getApproval', tag, role: 'member', scope },
  summary: 'One request for approval, with all its parts',
  params: z.strictObject({ id: z.string() }),
  answer: approval,
  handle: async ({ params: { id } }, context) => shown(await needApproval(id, context)),
})

const decided = z.strictObject({ id: z.string(), state: z.string() }).meta({ id: 'Decided' })
const problems = ['already_settled', 'digest_differs', 'expired', 'not_offered'] as const

const decideApproval = defineRoute({
  ...{ method: 'POST', path: '/approvals/{id}/decision', operation: 'decideApproval', tag, role: 'member' },
  ...{ scope: 'approvals:answer', human: true, problems },
  summary: 'Answer a request for approval',
  description: 'The digest says what the person was shown; an answer to something else does not count.',
  params: z.strictObject({ id: z.string() }),
  body: decision,
  answer: decided,
  handle: ({ params: { id }, body }, context) => answerApproval({ id, ...body }, context),
})

const decideApprovals = defineRoute({
  ...{ method: 'POST', path: '/approvals/decisions', operation: 'decideApprovals', tag, role: 'member' },
  ...{ scope: 'approvals:answer', human: true },
  summary: 'Answer several requests, each for itself',
  body: z.strictObject({
    decisions: z
      .array(decision.extend({ id: z.string() }))
      .min(1)
      .max(50),
  }),
  answer: z.strictObject({
    results: z.array(z.strictObject({ id: z.string(), state: z.string().optional(), problem: z.string().optional() })),
  }),
  handle: async ({ body: { decisions } }, context) => {
    const results = []
    for (const each of decisions) {
      try {
        results.push(await answerApproval(each, context))
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        results.push({ id: each.id, problem: error.code })
      }
    }
    return { results }
  },
})

export const approvalRoutes: readonly Route[] = [listApprovals, getApproval, decideApproval, decideApprovals]
