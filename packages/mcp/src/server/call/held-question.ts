import type { Elicit, Question } from '../approval/elicitation-approver.ts'
import type { FormAnswer } from '../approval/read-approval-answer.ts'

/** A question that the client fetches with one result and answers with a later request. */
export interface HeldQuestion {
  readonly elicit: Elicit
  /** Resolves as soon as a question waits. */
  waiting(): Promise<Question>
  /** Does nothing if no question waits. */
  answer(answer: FormAnswer): void
}

/**
 * Holds a question for protocol revision 2026-07-28, in which a server sends no requests of its own. The server answers the call
 * with its question, and the client calls again with the answer.
 */
export function createHeldQuestion(): HeldQuestion {
  let asked = Promise.withResolvers<Question>()
  let unanswered: PromiseWithResolvers<FormAnswer> | undefined

  const settle = (held: PromiseWithResolvers<FormAnswer> | undefined) => {
    if (held === undefined || held !== unanswered) return
    // At once, so that no further caller is shown a question that is already answered.
    unanswered = undefined
    asked = Promise.withResolvers()
  }
  return {
    elicit: (question, signal) => {
      const held = Promise.withResolvers<FormAnswer>()
      const onAbort = () => {
        settle(held)
        held.reject(signal.reason)
      }
      unanswered = held
      signal.addEventListener('abort', onAbort, { once: true })
      if (signal.aborted) onAbort()
      else asked.resolve(question)
      return held.promise
    },
    waiting: () => asked.promise,
    answer: (answer) => {
      const held = unanswered
      settle(held)
      held?.resolve(answer)
    },
  }
}
