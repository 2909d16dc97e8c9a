import { createHash, randomUUID } from 'node:crypto'
import { findSession } from '@drawbridge/store/sessions'
import { z } from 'zod'
import { authenticate } from '../../caller/authenticate.ts'
import { callerId } from '../../caller/caller.ts'
import { refuse } from '../../problem/problem.ts'
import { defineRoute, type Route, type RouteContext } from '../../route/route.ts'
import { eventStream, type StreamMessage } from '../../stream/event-stream.ts'
import { followSession, type SessionNews } from '../../stream/follow-session.ts'
import { assertAgent, maySeeSession, needSession, noteWords } from './own-session.ts'
import { headPosition } from './session-rows.ts'
import { shownEvent } from './shown-event.ts'

const params = z.strictObject({ id: z.string().min(1).max(200) })
const [tag, scope] = ['sessions', 'sessions:write']
const accepted = z
  .strictObject({
    session: z.string(),
    message: z.string().describe('The id of the message: the same `Idempotency-Key` gives the same one.'),
    taken: z.enum(['here', 'elsewhere']).describe('`elsewhere`: the node that writes the session gets it.'),
  })
  .meta({ id: 'AcceptedMessage' })

const createSession = defineRoute({
  ...{ method: 'POST', path: '/sessions', operation: 'createSession', tag, role: 'member', scope },
  summary: 'Open a session in which an agent works',
  ...{ idempotent: true, repeatable: true },
  body: z.strictObject({
    agent: z.string().min(1).max(200).optional(),
    model: z.string().min(1).max(300).optional().describe('An id, or `default` or `small`.'),
  }),
  answer: z.strictObject({ id: z.string() }),
  status: 201,
  example: { body: { agent: 'reviewer' } },
  handle: async ({ body }, { gateway, caller }) => {
    assertAgent(caller, body.agent)
    const id = await gateway.chats.create(body, caller)
    await gateway.access.sessionKeys.note(id, caller.key)
    return { id }
  },
})

const forkSession = defineRoute({
  ...{ method: 'POST', path: '/sessions/{id}/fork', operation: 'forkSession', tag, role: 'member', scope },
  summary: 'Open a session that begins with the conversation of another one',
  ...{ idempotent: true, repeatable: true },
  params,
  body: z.strictObject({ node: z.string().min(1).max(300).optional().describe('Default: all of it.') }),
  answer: z.strictObject({ id: z.string() }),
  status: 201,
  example: { body: {} },
  handle: async ({ params: { id }, body: { node } }, context) => {
    const { agent } = await needSession(id, context)
    assertAgent(context.caller, agent)
    const fork = { session: id, ...(node === undefined ? {} : { node }) }
    const { gateway, caller } = context
    const created = await gateway.chats.create({ agent, fork }, caller)
    await gateway.access.sessionKeys.note(created, caller.key)
    return { id: created }
  },
})

const sendMessage = defineRoute({
  ...{ method: 'POST', path: '/sessions/{id}/messages', operation: 'sendMessage', tag, role: 'member', scope },
  summary: 'Say something to the agent of a session',
  description:
    'Begins a run, or the active run reads it with its next request. Answered when it is stored. With `Accept: text/event-stream` the answer is a stream that ends with the run; the run does not end with the stream.',
  ...{ idempotent: true, repeatable: true },
  params,
  body: z.strictObject({ text: z.string().trim().min(1).max(500_000) }),
  answer: accepted,
  status: 202,
  example: { body: { text: 'Why does the build fail?' } },
  handle: async ({ params: { id }, body: { text } }, context) => {
    const { gateway, caller, idempotencyKey } = context
    const { agent, user } = await needSession(id, context)
    assertAgent(caller, agent)
    await noteWords(id, context)
    const message = messageId(callerId(caller), idempotencyKey)
    const after = (await gateway.database.get(headPosition))?.position ?? 0
    const taken = await gateway.chats.send(id, { id: message, text }, user)
    if (!wantsStream(context)) return taken
    return streamOf(context, id, after, untilAnswered(message))
  },
})

const resumeSession = defineRoute({
  ...{ method: 'POST', path: '/sessions/{id}/resume', operation: 'resumeSession', tag, role: 'member', scope },
  summary: 'Go on with a run that was interrupted',
  params,
  answer: accepted,
  status: 202,
  problems: ['conflict'],
  handle: async ({ params: { id } }, context) => {
    const { agent, user } = await needSession(id, context)
    const { gateway, caller } = context
    assertAgent(caller, agent)
    await noteWords(id, context)
    return gateway.chats.resume(id, user)
  },
})

const abortSession = defineRoute({
  ...{ method: 'POST', path: '/sessions/{id}/abort', operation: 'abortSession', tag, role: 'member', scope },
  summary: 'End the active run of a session, on whatever node it is',
  params,
  status: 202,
  handle: async ({ params: { id } }, context) => {
    const { agent } = await needSession(id, context)
    assertAgent(context.caller, agent)
    await context.gateway.chats.abort(id, `${context.caller.user.name} stopped it.`)
  },
})

/** A repeated request has the same message, which counts once. */
function messageId(caller: string, key: string | undefined): string {
  if (key === undefined) return randomUUID()
  return createHash('sha256').update(`${caller}\n${key}`).digest('hex').slice(0, 32)
}

/** Returns true if the caller wants server-sent events. */
export function wantsStream({ request }: Pick<RouteContext, 'request'>): boolean {
  return (request.headers.get('accept') ?? '').includes('text/event-stream')
}

/**
 * Answers with what happens in a session, recorded events with their positions as ids.
 * @param isLast Returns true for the last event that is sent. Default: none is.
 */
export function streamOf(
  { gateway, request, headers }: RouteContext,
  session: string,
  after: number,
  isLast: (news: SessionNews) => boolean = () => false,
): Response {
  const mayGoOn = async () => {
    // The rights of the caller may have changed since the stream began.
    const caller = await authenticate(request.headers, gateway)
    return caller !== undefined && maySeeSession(await findSession(gateway.database, session), caller)
  }
  const messages = async function* (signal: AbortSignal): AsyncGenerator<StreamMessage> {
    for await (const news of followSession(gateway, { session, after, signal, mayGoOn })) {
      if (news.kind === 'recorded') {
        const id = String(news.row.position)
        yield { id, event: 'recorded', data: JSON.stringify(shownEvent(news.row)) }
      } else yield { event: 'passing', data: JSON.stringify(news.event) }
      if (isLast(news)) return
    }
  }
  return eventStream(messages, { clock: gateway.clock, signal: request.signal, headers })
}

/** Returns a function that is true for the end of the run that reads a message. */
function untilAnswered(message: string): (news: SessionNews) => boolean {
  let isPlaced = false
  return (news) => {
    if (news.kind !== 'recorded') return false
    const { type, content } = news.row
    if (type === 'message.placed') isPlaced ||= (JSON.parse(content) as { node?: string }).node === `message/${message}`
    if (!isPlaced) return false
    return type === 'run.reported' || (type === 'run.ended' && content.includes('"reason":"interrupted"'))
  }
}

/** Returns the position behind which a client wants to go on. */
export function lastEventId({ request }: Pick<RouteContext, 'request'>): number | undefined {
  const id = request.headers.get('last-event-id')
  if (id === null) return undefined
  return /^\d{1,15}$/.test(id) ? Number(id) : refuse('invalid', 'The header Last-Event-ID is not a position.')
}

export const messageRoutes: readonly Route[] = [createSession, forkSession, sendMessage, resumeSession, abortSession]
