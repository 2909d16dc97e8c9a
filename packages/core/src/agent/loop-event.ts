import type { ApprovalDecision, ApprovalRequest } from '../approval/approval-request.ts'
import type { RunEndReason } from '../event/families/run-events.ts'
import type { MessageCall } from '../model/message.ts'
import type { ModelStop } from '../model/model.ts'
import type { ModelUsage } from '../model/model-usage.ts'
import type { Outcome } from '../outcome/outcome.ts'
import type { Question } from '../question/question.ts'
import type { QuestionReply } from '../question/questioner.ts'
import type { Permission, Risk } from '../tool/permission.ts'
import type { ConversationMessage } from './conversation-entry.ts'

/** The end of a run. */
export interface RunReport {
  readonly run: string
  readonly reason: RunEndReason
  /** The last words of the model. */
  readonly text: string
  /** The cause, if the run did not complete, and what can be done. */
  readonly message?: string
  /** The number of model requests that were answered. */
  readonly turns: number
  /** The number of calls that ended. */
  readonly calls: number
  /** The number of calls that were denied. */
  readonly denied: number
  /** All requests of the run, compaction and failed attempts included. */
  readonly usage: ModelUsage
  /** In US dollars. Undefined if no price is known. */
  readonly cost?: number
  /** Milliseconds. */
  readonly durationMs: number
}

/** Something that happens in a run, for those who watch it. */
export type LoopEvent =
  | { readonly type: 'message.placed'; readonly message: ConversationMessage }
  /** A request goes to the model. `turn` counts them from 1. */
  | { readonly type: 'turn.started'; readonly run: string; readonly turn: number; readonly model: string }
  | { readonly type: 'text.streamed'; readonly text: string }
  | { readonly type: 'reasoning.streamed'; readonly text: string }
  /** The model writes the arguments of a call, which cannot run yet. */
  | { readonly type: 'call.streamed'; readonly name: string; readonly text: string }
  /** The text streamed in this turn is void; the model is asked again after the wait. */
  | { readonly type: 'answer.voided'; readonly reason: string; readonly waitMs: number }
  | {
      readonly type: 'turn.answered'
      /** Absent if the answer was cut: nothing of it counts. */
      readonly node?: string
      readonly text: string
      readonly calls: readonly MessageCall[]
      readonly stop: ModelStop
      readonly usage: ModelUsage
    }
  | {
      readonly type: 'call.started'
      readonly call: string
      readonly tool: string
      readonly input: unknown
      readonly permission: Permission
      readonly risk: Risk
    }
  | {
      readonly type: 'call.progressed'
      readonly call: string
      readonly tool: string
      readonly message: string
      readonly fraction?: number
    }
  | { readonly type: 'call.ended'; readonly call: string; readonly tool: string; readonly outcome: Outcome }
  | { readonly type: 'approval.requested'; readonly call: string; readonly request: ApprovalRequest }
  | { readonly type: 'approval.decided'; readonly call: string; readonly decision: ApprovalDecision }
  | { readonly type: 'question.asked'; readonly id: string; readonly questions: readonly Question[] }
  | { readonly type: 'question.answered'; readonly id: string; readonly reply: QuestionReply }
  /** The sum of the run so far. `contextTokens` of `windowTokens` were in the last prompt. */
  | {
      readonly type: 'usage.counted'
      readonly usage: ModelUsage
      readonly cost?: number
      readonly contextTokens: number
      readonly windowTokens: number
    }
  | { readonly type: 'compaction.started'; readonly tokens: number; readonly windowTokens: number }
  | {
      readonly type: 'context.compacted'
      readonly node: string
      /** Tokens of the prompt. */
      readonly before: number
      readonly after: number
      /** Entries that the model no longer sees. */
      readonly dropped: number
    }
  | { readonly type: 'run.ended'; readonly report: RunReport }
