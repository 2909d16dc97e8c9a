import type { Conversation } from '@drawbridge/core/agent'
import type { Clock } from '@drawbridge/core/base'
import { type ChildRecord, hasEnded } from '../record/child-record.ts'
import { untilEnded } from '../run/live-child.ts'
import type { Deliverer } from './create-deliverer.ts'

/** The longest time of a timer, in milliseconds. */
const longestWaitMs = 2 ** 31 - 1

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
    clock,
  }: {
    children(): Promise<readonly ChildRecord[]>
    deliverer(): Promise<Pick<Deliverer, 'flush'>> | undefined
    readonly signal: AbortSignal | undefined
    readonly clock: Clock
  },
): Promise<boolean> {
  const arrived = Promise.withResolvers<boolean>()
  using _posted = conversation.onPosted(() => arrived.resolve(true))
  // Nothing else keeps the process alive while all ends wait to be delivered together.
  using _waiting = clock.after(longestWaitMs, () => undefined, 'kept-alive')
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
