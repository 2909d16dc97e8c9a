import type { Principal } from '../base/principal.ts'
import type { Clock } from '../clock/clock.ts'
import type { IdSource } from '../clock/id-source.ts'
import type { QuestionEventBody } from '../event/families/question-events.ts'
import type { Scrubber } from '../scrub/index.ts'
import { askQuestioners } from './ask-questioners.ts'
import type { Question } from './question.ts'
import type { Questioner, QuestionRequest, QuestionResult } from './questioner.ts'

/** Everything that putting questions takes. */
export interface PutQuestionsOptions {
  readonly questioners: readonly Questioner[]
  readonly principal: Principal
  readonly toolCallId?: string
  readonly workspace: string
  readonly timeoutMs: number
  readonly signal: AbortSignal
  readonly clock: Clock
  readonly ids: IdSource
  readonly scrubber: Scrubber
  /** Records an event. Must not throw. */
  note(event: QuestionEventBody): void
}

/** Puts questions to everybody who can carry them, and records what was asked and how it ended. Never rejects. */
export async function putQuestions(
  questions: readonly Question[],
  options: PutQuestionsOptions,
): Promise<QuestionResult> {
  const { questioners, principal, toolCallId, workspace, timeoutMs, signal, clock, ids, scrubber, note } = options
  const askedAt = clock.now()
  const ofCall = toolCallId === undefined ? {} : { toolCallId }
  const request: QuestionRequest = {
    id: ids.next('question'),
    questions: scrubber.scrubValue(questions).value,
    principal,
    ...ofCall,
    workspace,
    askedAt,
    waitsUntil: askedAt + timeoutMs,
  }
  const about = { ...ofCall, questionId: request.id }
  note({ type: 'question.asked', ...about, questions: request.questions })
  const result = scrubbed(await askQuestioners(request, { questioners, timeoutMs, clock, signal }), scrubber)
  switch (result.status) {
    case 'answered':
    case 'declined': {
      const { questioner, ...reply } = result
      note({ type: 'question.answered', ...about, questioner, reply })
      break
    }
    case 'timed_out':
    case 'aborted':
    case 'unavailable':
      note({
        type: 'question.failed',
        ...about,
        cause: result.status,
        ...(result.status === 'unavailable' ? { why: result.why } : {}),
      })
      break
    default:
      result satisfies never
  }
  return result
}

function scrubbed(result: QuestionResult, scrubber: Scrubber): QuestionResult {
  return result.status === 'aborted' ? result : scrubber.scrubValue(result).value
}
