import { randomUUID } from 'node:crypto'
import type { Conversation } from '@drawbridge/core/agent'
import { takeTurns } from '@drawbridge/room'
import type { MessageReceived } from './conversation-events.ts'
import type { ConversationState } from './conversation-state.ts'

/** The messages that others post to a conversation. */
export interface Postbox extends Pick<Conversation, 'post' | 'onPosted'> {
  /** Calls the listeners if something waits although no run is active. */
  tell(): void
}

/** The parts of a postbox. */
export interface PostboxParts {
  state(): ConversationState
  isActive(): boolean
  /** Rejects unless this process may write. */
  assertWritable(): Promise<void>
  hasPosted(id: string): Promise<boolean>
  record(event: MessageReceived): Promise<void>
}

/** Creates the postbox of a conversation. Each message is looked for and stored before the next one is. */
export function createPostbox({ state, isActive, assertWritable, hasPosted, record }: PostboxParts): Postbox {
  const listeners = new Set<() => void>()
  const posted = new Set(state().waiting.flatMap(({ from, node }) => (from === 'user' ? [] : [node])))
  const inTurn = takeTurns()
  /** A message that came too late for a run waits for the next one. */
  const isDue = () => !isActive() && state().waiting.some(({ node }) => posted.has(node))
  const tell = () => {
    if (!isDue()) return
    for (const listener of listeners) listener()
  }
  return {
    tell,
    post: (...messages) =>
      inTurn(async () => {
        await assertWritable()
        for (const { id, from = 'user', text } of messages) {
          const node = `waiting/${id ?? randomUUID()}`
          const isKnown = state().waiting.some((message) => message.node === node)
          if (isKnown || (id !== undefined && (await hasPosted(id)))) continue
          // Words of its user without an id are followed by a request of this process.
          if (from !== 'user' || id !== undefined) posted.add(node)
          await record({ type: 'message.received', node, from, text, waits: true })
        }
        tell()
      }),
    onPosted: (listener) => {
      listeners.add(listener)
      queueMicrotask(() => {
        if (listeners.has(listener) && isDue()) listener()
      })
      return { [Symbol.dispose]: () => void listeners.delete(listener) }
    },
  }
}
