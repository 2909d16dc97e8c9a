import type { Question } from '../../question/question.ts'
import type { QuestionReply, QuestionResult } from '../../question/questioner.ts'
import type { EventFamily } from '../event-family.ts'
import { isText } from '../is-whole.ts'
import { scrubFields } from '../scrub-fields.ts'

interface AboutQuestions {
  /** The call that asks; absent if no call does. */
  readonly toolCallId?: string
  readonly questionId: string
}

/** A person is asked something. */
export interface QuestionAsked extends AboutQuestions {
  readonly type: 'question.asked'
  readonly questions: readonly Question[]
}

/** A person replied: with answers, or that there will be none. */
export interface QuestionAnswered extends AboutQuestions {
  readonly type: 'question.answered'
  /** The id of the questioner that carried the reply. */
  readonly questioner: string
  readonly reply: QuestionReply
}

/** Nobody replied. */
export interface QuestionFailed extends AboutQuestions {
  readonly type: 'question.failed'
  readonly cause: Exclude<QuestionResult['status'], QuestionReply['status']>
  /** The reason why nobody could be asked. */
  readonly why?: string
}

/** The events of questions to a person. */
export interface QuestionEvents {
  readonly 'question.asked': QuestionAsked
  readonly 'question.answered': QuestionAnswered
  readonly 'question.failed': QuestionFailed
}

export type QuestionEventBody = QuestionEvents[keyof QuestionEvents]

const because = 'a replay asks nobody and takes the recorded answer'

export const questionEvents: EventFamily<QuestionEvents> = {
  'question.asked': {
    scrub: scrubFields('questions'),
    line: ({ questions }) => ({ questions: questions.length }),
    replay: 'input',
    because,
    isWhole: (fields) => saysItsQuestions(fields) && Array.isArray(fields.questions),
  },
  'question.answered': {
    scrub: scrubFields('reply'),
    line: ({ questioner, reply }) => ({ questioner, reply: reply.status }),
    replay: 'input',
    because,
    isWhole: (fields) => saysItsQuestions(fields) && typeof fields.reply === 'object' && fields.reply !== null,
  },
  'question.failed': {
    scrub: scrubFields('why'),
    line: ({ cause }) => ({ cause }),
    replay: 'input',
    because,
    isWhole: saysItsQuestions,
  },
}

function saysItsQuestions({ questionId, toolCallId }: Readonly<Record<string, unknown>>): boolean {
  return isText(questionId) && (toolCallId === undefined || isText(toolCallId))
}
