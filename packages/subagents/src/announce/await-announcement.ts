import type { Conversation } from '@drawbridge/core/agent'
import { type ChildRecord, hasEnded } from '../record/child-record.ts'
import { untilEnded } from '../run/live-child.ts'
import type { Deliverer } from './create-deliverer.ts'

/**
 * Resolves to true once something that a child announced waits for the next run of a conversation, and to false if nothing will come or
 * the signal is aborted.
 */
export async function awaitAnnouncement(
  conversation: Pick<Conversation, 'onPosted'>,
  {
    children,
    deliverer,
    signal,
  }: {
    children(): Promise<readonly ChildRecord[]>
    deliverer(): Promise<Pick<Deliverer, 'flush'>> | undefined
    readonly signal: AbortSignal | undefined
  },
): Promise<boolean> {
  const arrived = Promise.withResolvers<boolean>()
  using _posted = conversation.onPosted(() => arrived.resolve(true))
  const own = await children()
  if (own.every(hasEnded)) {
    // The ends may still wait for others, to be delivered together.
    if (own.length > 0) await (await deliverer())?.flush()
    arrived.resolve(false)
  }
  await untilEnded(arrived.promise, signal)
  arrived.resolve(false)
  return arrived.promise
}
