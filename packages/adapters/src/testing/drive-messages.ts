import type { AnswerMessage } from '../shared/answer-message.ts'
import type { Approvals } from '../shared/approvals.ts'
import type { CallableSession } from '../shared/session-calls.ts'
import type { Adapter } from './play-list.ts'
import type { ListedCall } from './sixty-calls.ts'

/** Drives the list through an adapter whose library gets a whole message of the model. */
export function driveMessages<Message>(
  toolsFor: (
    session: CallableSession,
    options: { readonly approvals: Approvals },
  ) => Promise<{ readonly answer: AnswerMessage<Message, unknown> }>,
  messageWith: (calls: readonly ListedCall[]) => Promise<Message>,
): Adapter {
  return async (session, approvals) => {
    const { answer } = await toolsFor(session, { approvals })
    return async ({ calls }, signal) => {
      const message = await messageWith(calls)
      const first = await answer(message, { signal })
      if (first.status === 'answered') return
      for (const [callId] of first.requests)
        approvals.decide(callId, calls.find(({ id }) => id === callId)?.answer ?? { answer: 'deny' })
      const second = await answer(message, { signal })
      if (second.status === 'pending') throw new Error('A call still waits, though each has its answer.')
    }
  }
}
