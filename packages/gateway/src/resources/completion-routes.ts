import { randomUUID } from 'node:crypto'
import type { RunReported } from '@drawbridge/access'
import { createSystemIdSource, defined } from '@drawbridge/core/base'
import type { ModelAnswer } from '@drawbridge/core/model'
import { knownAgents } from '@drawbridge/room/agents'
import type { Drawbridge } from '@drawbridge/sdk'
import { z } from 'zod'
import { AnswerError, type AnswerPart, partsOfModel, partsOfRun } from '../openai/answer-parts.ts'
import { streamedCompletion, wholeCompletion } from '../openai/completion-answer.ts'
import { type CompletionRequest, completionRequest, modelRequestOf, wordsOf } from '../openai/completion-request.ts'
import { partsOfRecord } from '../openai/recorded-parts.ts'
import { withinBudget } from '../openai/within-budget.ts'
import { Problem, refuse } from '../problem/problem.ts'
import { defineRoute, type Route, type RouteContext } from '../route/route.ts'
import { eventStream } from '../stream/event-stream.ts'
import { assertAgent, needSession, noteWords } from './sessions/own-session.ts'
import { headPosition } from './sessions/session-rows.ts'

const [tag, scope] = ['chat', 'chat']

const listChatModels = defineRoute({
  ...{ method: 'GET', path: '/models', operation: 'listChatModels', tag, role: 'member', scope },
  summary: 'List the agents as models, for clients of the OpenAI API',
  errors: 'openai',
  answer: z.strictObject({
    object: z.literal('list'),
    data: z.array(
      z.strictObject({ id: z.string(), object: z.literal('model'), created: z.number(), owned_by: z.string() }),
    ),
  }),
  handle: async (_, { gateway: { drawbridge }, caller: { key } }) => {
    const known = [...(await knownAgents(drawbridge.house)).keys()].filter((id) => id !== 'default')
    const ids = ['default', ...known].filter((id) => key?.agents === undefined || key.agents.includes(id))
    return {
      object: 'list',
      data: ids.map((id) => ({ id: `agent/${id}`, object: 'model', created: 0, owned_by: 'drawbridge' })),
    }
  },
})

const complete = defineRoute({
  ...{ method: 'POST', path: '/chat/completions', operation: 'createChatCompletion', tag, role: 'member', scope },
  summary: "Talk to an agent in the form of OpenAI's Chat Completions",
  description:
    'Without `tools` the agent works with its own tools, in a session that the header `X-Drawbridge-Session` of the answer names and `metadata.session` continues. With `tools` the model of the agent answers alone: the client makes the calls.',
  ...{ errors: 'openai', mayFindNothing: true },
  body: completionRequest,
  answer: z.looseObject({ object: z.literal('chat.completion') }),
  example: { body: { model: 'agent/default', messages: [{ role: 'user', content: 'Why does the build fail?' }] } },
  handle: async ({ body }, context) => {
    const { gateway, request, headers } = context
    const parts = (body.tools ?? []).length > 0 ? await askModel(body, context) : await askAgent(body, context)
    const facts = {
      id: `chatcmpl-${randomUUID()}`,
      created: Math.floor(gateway.clock.now() / 1_000),
      model: body.model,
    }
    if (body.stream === true) {
      const includeUsage = body.stream_options?.include_usage === true
      const messages = () => streamedCompletion(parts, { ...facts, includeUsage })
      return eventStream(messages, { clock: gateway.clock, signal: request.signal, headers })
    }
    try {
      return await wholeCompletion(parts, facts)
    } catch (error) {
      if (error instanceof AnswerError) throw new Problem('not_available', { detail: error.message })
      throw error
    }
  },
})

function agentOf({ model }: CompletionRequest): string | undefined {
  const id = model.slice('agent/'.length)
  return id === 'default' ? undefined : id
}

async function askAgent(body: CompletionRequest, context: RouteContext): Promise<AsyncIterable<AnswerPart>> {
  const { gateway, caller, headers, request } = context
  const { chats, clock, settings } = gateway
  const words = wordsOf(body)
  const named = body.metadata?.session
  const known = named === undefined ? undefined : await needSession(named, context)
  const agent = known === undefined ? agentOf(body) : known.agent
  assertAgent(caller, agent)
  const session = named ?? (await chats.create({ agent }, caller))
  await noteWords(session, context)
  headers.set('x-drawbridge-session', session)
  const message = randomUUID()
  const after = (await gateway.database.get(headPosition))?.position ?? 0
  let isElsewhere = false
  const begin = async () => {
    const { taken } = await chats.send(session, { id: message, text: words }, known?.user ?? caller.user.name)
    isElsewhere = taken === 'elsewhere'
    return isElsewhere ? undefined : message
  }
  const where = settings.publicUrl === undefined ? 'drawbridge approvals' : `${settings.publicUrl}/inbox`
  const { signal } = request
  return (async function* () {
    yield* partsOfRun(chats, { session, begin, clock, where })
    if (isElsewhere) yield* partsOfRecord(gateway, { session, message, after, where, signal })
  })()
}

/** Asks the model of an agent, without the agent's own tools. */
async function askModel(body: CompletionRequest, { gateway, caller, request }: RouteContext) {
  const { house } = gateway.drawbridge
  const agent = agentOf(body)
  assertAgent(caller, agent)
  const [runner, catalogue] = [await house.service('agentRunner'), await house.service('modelCatalogue')]
  if (agent !== undefined && !(await knownAgents(house)).has(agent))
    refuse('not_found', `There is no agent "${agent}".`)
  const profile = agent === undefined ? undefined : runner?.profiles[agent]
  const model =
    (await catalogue?.get(profile?.model ?? 'default')) ?? refuse('not_available', 'No room provides models.')
  const wanted = withinBudget(modelRequestOf(body), model, profile?.limits)
  const watched = gateway.callers.watch(caller)
  const signal = AbortSignal.any([request.signal, watched.signal])
  const parts = partsOfModel(model.stream(wanted, signal), house.scrubber, (answer) =>
    recordAnswer(answer, { drawbridge: gateway.drawbridge, agent, user: caller.user.name }),
  )
  return (async function* () {
    using _ = watched
    yield* parts
  })()
}

const ids = createSystemIdSource()

/** Records what an answer used and cost, as a run of one request in a session of its user. The words are not recorded. */
async function recordAnswer(
  { usage, cost, blocks }: ModelAnswer,
  {
    drawbridge,
    agent,
    user,
  }: { readonly drawbridge: Drawbridge; readonly agent: string | undefined; readonly user: string },
): Promise<void> {
  const run = { session: ids.next('session'), run: ids.next('run') }
  const calls = blocks.filter(({ type }) => type === 'call').length
  const principal = { user, channel: 'http', ...defined({ agent }) }
  await using _session = await drawbridge.house.openSession({ id: run.session, principal })
  const { house } = drawbridge
  await house.emit(run, { type: 'conversation.opened', ...principal })
  const reported = { reason: 'completed', turns: 1, calls, denied: 0, usage, ...defined({ cost }) } as const
  await house.emit(run, { type: 'run.reported', ...reported } as RunReported)
}

export const completionRoutes: readonly Route[] = [listChatModels, complete]
