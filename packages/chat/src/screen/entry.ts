import type { ApprovalAnswer, ApprovalRequest } from '@drawbridge/core'
import type { QuestionRequest } from '@drawbridge/core/question'

/** A question about a call as a terminal of some width shows it. */
export interface LaidOutRequest {
  /** Lines with line breaks. May contain colours, and no other sequence. */
  readonly text: string
  /** True if something was left out; the text says where. */
  readonly shortened: boolean
  readonly offered: readonly ApprovalAnswer[]
}

/** A question about a call, with the means to show it. */
export interface ShownRequest {
  readonly request: ApprovalRequest
  /** @param complete True to leave nothing out. */
  layOut(columns: number, complete: boolean): LaidOutRequest
}

/** The emphasis of a note. */
export type Tone = 'plain' | 'faint' | 'notice' | 'bad'

/** One thing that happened in a conversation and stays on the screen. Texts may contain anything. */
export type Entry =
  | { readonly kind: 'person'; readonly text: string; readonly meanwhile: boolean }
  /** Whole lines of an answer. `isFirst`: the answer begins with it. */
  | { readonly kind: 'model'; readonly text: string; readonly isFirst: boolean; readonly leftOut: number }
  | {
      readonly kind: 'call'
      readonly tool: string
      readonly headline: string
      readonly status: 'ok' | 'failed' | 'denied' | 'cancelled'
      readonly code?: string
      /** The last lines of its output, or the message of its failure. */
      readonly output: string
    }
  | { readonly kind: 'approval'; readonly shown: ShownRequest; readonly complete: boolean }
  | { readonly kind: 'question'; readonly request: QuestionRequest; readonly index: number }
  | { readonly kind: 'note'; readonly text: string; readonly tone: Tone }
