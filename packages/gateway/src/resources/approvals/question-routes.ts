import type { QuestionReply } from '@drawbridge/core/question'
import type { QuestionDesk } from '@drawbridge/questions/desk'
import { z } from 'zod'
import { type Caller, callerId } from '../../caller/caller.ts'
import { refuse } from '../../problem/problem.ts'
import { pageInMemory, pageOf, pageQuery } from '../../route/page.ts'
import { defineRoute, type Route } from '../../route/route.ts'
import { time, timeOf } from '../account/account-schemas.ts'
import { isInSight } from '../sessions/own-session.ts'
import { assertNotOwn } from './assert-not-own.ts'

type Stored = NonNullable<Awaited<ReturnType<QuestionDesk['find']>>>

const tag = 'questions'

const question = z
  .looseObject({
    id: z.string(),
    state: z.string(),
    questions: z.array(z.record(z.string(), z.unknown())),
    answerableUntil: time,
    repliedBy: z.string().nullable(),
  })
  .meta({ id: 'QuestionRequest' })

function isVisible({ request: { principal } }: Stored, caller: Caller): boolean {
  return isInSight({ user: principal.user, agent: principal.agent }, caller)
}

function shown({ request, state, expiresAt, repliedBy }: Stored) {
  return JSON.parse(
    JSON.stringify({ ...request, state, answerableUntil: timeOf(expiresAt), repliedBy: repliedBy ?? null }),
  )
}

const listQuestions = defineRoute({
  ...{ method: 'GET', path: '/questions', operation: 'listQuestions', tag, role: 'member', scope: 'approvals:read' },
  summary: 'List the questions of agents to people',
  query: z.strictObject({ ...pageQuery, state: z.enum(['pending', 'all']).default('pending') }),
  answer: pageOf(question),
  handle: async ({ query }, { gateway, caller }) => {
    const all = await gateway.questions.list({ all: query.state === 'all' })
    const visible = all.filter((each) => isVisible(each, caller)).map(shown)
    const list = ['questions', query.state, callerId(caller)]
    return pageInMemory(gateway.cursors, visible, { query, list, keyOf: ({ id }) => String(id) })
  },
})

const reply = z
  .union([
    z.strictObject({
      status: z.literal('answered'),
      answers: z
        .array(z.record(z.string(), z.unknown()))
        .max(20)
        .describe('One answer for each question, in their order.'),
    }),
    z.strictObject({ status: z.literal('declined'), reason: z.string().max(4_000).optional() }),
  ])
  .meta({ id: 'QuestionReply' })

const answerQuestion = defineRoute({
  ...{ method: 'POST', path: '/questions/{id}/answer', operation: 'answerQuestion', tag, role: 'member' },
  ...{ scope: 'approvals:answer', human: true, problems: ['already_settled', 'expired'] },
  summary: 'Answer the questions of an agent',
  params: z.strictObject({ id: z.string() }),
  body: reply,
  answer: z.strictObject({ id: z.string(), state: z.string() }),
  handle: async ({ params: { id }, body }, { gateway, caller }) => {
    const found = await gateway.questions.find(id)
    if (found === undefined || !isVisible(found, caller)) return refuse('not_found', 'There is no such question.')
    await assertNotOwn(found.request, { gateway, caller })
    const sender = { client: caller.user.name, human: caller.human }
    const receipt = await gateway.questions.reply(id, body as unknown as QuestionReply, sender)
    switch (receipt.status) {
      case 'accepted':
        return { id, state: 'replied' }
      case 'already_settled':
        return refuse('already_settled', { detail: `It was settled by ${receipt.by}.`, extra: { by: receipt.by } })
      case 'unknown_question':
        return refuse('not_found')
      case 'not_fitting':
        return refuse('invalid', `The reply ${receipt.why}`)
      case 'expired':
        return refuse('expired')
      case 'not_human':
        return refuse('not_human')
      default:
        return receipt satisfies never
    }
  },
})

export const questionRoutes: readonly Route[] = [listQuestions, answerQuestion]
