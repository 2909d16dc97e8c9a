import type { Elicit, Question } from '../approval/elicitation-approver.ts'
import type { FormAnswer } from '../approval/read-approval-answer.ts'

/** Where a question waits for the client to fetch it with one result and to bring what the person said with a later request. */
export interface HeldQuestion {
  readonly elicit: Elicit
  /** Resolves as soon as a question waits. */
  waiting(): Promise<Question>
  /** Does nothing where no question waits. */
  answer(answer: FormAnswer): void
}

/**
 * Asking under protocol revision 2026-07-28, where a server sends no requests of its own: it answers the call with what it needs
 * to know, and the client calls again with that.
 */
export function createHeldQuestion(): HeldQuestion {
  let asked = Promise.withResolvers<Question>()
  let unanswered: PromiseWithResolvers<FormAnswer> | undefined

  const settle = (held: PromiseWithResolvers<FormAnswer> | undefined) => {
    if (held === undefined || held !== unanswered) return
    // At once, so that nobody who asks from now on is shown a question that has its answer.
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
