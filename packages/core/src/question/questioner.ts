import type { Principal } from '../base/principal.ts'
import type { Question, QuestionAnswer } from './question.ts'

/** Questions on their way to a person. Plain JSON, scrubbed. */
export interface QuestionRequest {
  /** Unguessable. */
  readonly id: string
  readonly questions: readonly Question[]
  /** The caller for whom it is asked, with the parents of its run. */
  readonly principal: Principal
  /** The call that asks; absent if no call does. */
  readonly toolCallId?: string
  /** The folder that the caller works in. Absolute. */
  readonly workspace: string
  /** Milliseconds since the Unix epoch. */
  readonly askedAt: number
  /** The time until which the caller waits. Milliseconds since the Unix epoch. */
  readonly waitsUntil: number
}

/** The reply of a person. */
export type QuestionReply =
  /** One answer for each question, in their order. */
  | { readonly status: 'answered'; readonly answers: readonly QuestionAnswer[] }
  /** The person does not want to answer. */
  | { readonly status: 'declined'; readonly reason?: string }

/**
 * Someone who carries questions to a person. All questioners of a call are asked at once, and the first reply counts. An
 * answer is a text from outside: it is checked, scrubbed and recorded before the model reads it.
 */
export interface Questioner {
  readonly id: string
  /**
   * Set if a late answer still counts: explains how to give it, for the reader of the time-out message. The same questions,
   * asked again, are then answered at once.
   */
  readonly answersLater?: string
  /**
   * Resolves to the reply, or to undefined to abstain. A questioner that rejects has failed, and abstains.
   * @param signal Aborted once no reply is needed; `keepsQuestions` tells if the questions should stay open.
   */
  ask(request: QuestionRequest, signal: AbortSignal): Promise<QuestionReply | undefined>
}

/** The way that asking ended. */
export type QuestionResult =
  | (QuestionReply & {
      /** The id of the questioner. */
      readonly questioner: string
    })
  | { readonly status: 'timed_out'; readonly timeoutMs: number; readonly answersLater?: string }
  | { readonly status: 'aborted' }
  /** Nobody could be asked, or everybody abstained. */
  | { readonly status: 'unavailable'; readonly why: string }
