import { z } from 'zod'
import { type Caller, hasScope, isAtLeast } from '../caller/caller.ts'
import { decision } from '../resources/approvals/approval-schemas.ts'
import { isInSight } from '../resources/sessions/own-session.ts'
import type { RouteFacts } from '../route/route-facts.ts'
import type { FeedEvent } from './event-feed.ts'

const id = z.string().min(1).max(100)

/** The frames that clients of the WebSocket send. */
export const clientFrame = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('subscribe'),
    id,
    topic: z.string().regex(/^([a-z][a-z\d_-]{0,39}|session:[\w.:-]{1,200})$/, 'is not a topic'),
    from: z
      .string()
      .regex(/^\d{1,15}$/)
      .optional()
      .describe('The position after which events are replayed.'),
  }),
  z.strictObject({ type: z.literal('unsubscribe'), id }),
  z.strictObject({ type: z.literal('ack'), cursor: z.string().regex(/^\d{1,15}$/) }),
  decision.extend({ type: z.literal('decide'), id, approval: z.string().min(1).max(200) }),
  z.strictObject({ type: z.literal('ping'), id }),
])

/** A frame of a client. */
export type ClientFrame = z.output<typeof clientFrame>

/** Returns true if a caller may see an event. Asked for each event, so that a changed role counts at the next one. */
export function maySee(
  { owner, agent }: Pick<FeedEvent, 'owner' | 'agent'>,
  caller: Pick<Caller, 'user' | 'key'>,
): boolean {
  return isAtLeast(caller.user.role, 'member') && isInSight({ user: owner, agent }, caller)
}

/** Returns true if a caller may read a list of the API of this topic: nobody else hears that it has changed. */
export function mayList(topic: string | undefined, caller: Caller, routes: readonly RouteFacts[]): boolean {
  return routes.some(
    ({ method, tag, changes, role, scope }) =>
      method === 'GET' &&
      (tag === topic || changes === topic) &&
      role !== 'open' &&
      isAtLeast(caller.user.role, role) &&
      hasScope(caller, scope),
  )
}

/** The beginning of the topics of single sessions. */
export const sessionTopic = 'session:'

/** Returns true if an event belongs to a topic. */
export function isOfTopic({ type, session }: Pick<FeedEvent, 'type' | 'session'>, topic: string): boolean {
  if (topic.startsWith(sessionTopic)) return session === topic.slice(sessionTopic.length)
  switch (topic) {
    case 'audit':
    case 'live':
      return true
    case 'approvals':
      return type.startsWith('permission.') || type.startsWith('approval.')
    case 'questions':
      return type.startsWith('question.')
    default:
      return type.startsWith(`${topic}.`)
  }
}
