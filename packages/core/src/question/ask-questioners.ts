import { statusOfEnd } from '../approval/approver.ts'
import { firstAnswer } from '../approval/ask-approvers.ts'
import type { Clock } from '../clock/clock.ts'
import { objectionToReply, onlyTheReply } from './check-reply.ts'
import type { Questioner, QuestionRequest, QuestionResult } from './questioner.ts'

export interface AskQuestionersOptions {
  readonly questioners: readonly Questioner[]
  readonly timeoutMs: number
  readonly clock: Clock
  readonly signal: AbortSignal
}

/** Asks every questioner at once and takes the first reply that fits. Never rejects. */
export async function askQuestioners(
  request: QuestionRequest,
  { questioners, ...waiting }: AskQuestionersOptions,
): Promise<QuestionResult> {
  if (waiting.signal.aborted) return { status: 'aborted' }
  if (questioners.length === 0) return { status: 'unavailable', why: 'nobody can be asked' }
  return await firstAnswer({
    asked: questioners,
    ask: async (questioner, asking) => {
      const reply = await questioner.ask(request, asking)
      if (reply === undefined) return undefined
      const objection = objectionToReply(reply, request.questions)
      if (objection !== undefined) throw new Error(`the reply of "${questioner.id}" ${objection}`)
      return { ...onlyTheReply(reply, request.questions), questioner: questioner.id }
    },
    noAnswer: 'nobody gave an answer',
    ...waiting,
  })
}

/**
 * Returns true if the questions of an aborted signal may still be answered: their time was up, and the caller may ask again.
 * Otherwise they were answered by someone else, or their call was cancelled.
 */
export function keepsQuestions(signal: Pick<AbortSignal, 'reason'>): boolean {
  return statusOfEnd(signal) === 'timed_out'
}
