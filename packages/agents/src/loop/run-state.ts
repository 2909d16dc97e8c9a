import type { OutcomeCode } from '@drawbridge/core'
import type { RunBudget } from '@drawbridge/core/agent'
import type { RunEndReason } from '@drawbridge/core/event'
import type { ModelErrorCode, ModelStop, ModelUsage } from '@drawbridge/core/model'

/** The state of one run, which only `reduceRun` changes. */
export interface RunState {
  readonly budget: RunBudget
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number
  /** Requests that were answered. */
  readonly turns: number
  readonly calls: number
  readonly denied: number
  readonly usage: ModelUsage
  /** In US dollars. Undefined until a price is known. */
  readonly cost: number | undefined
  /** Answers in a row that reached their longest length. */
  readonly cut: number
  /** Answers in a row without any content. */
  readonly empty: number
  /** The tool that was last called although it is not available, and how often in a row. */
  readonly unavailable: { readonly tool: string; readonly times: number } | undefined
  /** Compactions of the run that did not make the prompt smaller. */
  readonly fruitless: number
  /** True if the person did not want a compaction in this run. */
  readonly declined: boolean
  /** The last words of the model. */
  readonly text: string
}

/** Something that has happened to a run. */
export type RunInput =
  /** The next request was put together. */
  | {
      readonly type: 'measured'
      readonly now: number
      /** Tokens of the prompt, and of its part that is there in each turn. */
      readonly tokens: number
      readonly fixedTokens: number
      readonly limits: WindowLimits
      readonly hasTools: boolean
    }
  | {
      readonly type: 'answered'
      readonly stop: ModelStop
      readonly text: string
      readonly calls: number
      /** Calls that did not arrive whole. */
      readonly cutCalls: number
      readonly maxOutput: number
      readonly usage: ModelUsage
      readonly cost: number | undefined
      /** True if the model was not allowed to call tools. */
      readonly forced: boolean
      /** Messages that came meanwhile. */
      readonly waiting: number
      /** The orders of a quality gate that does not pass the reply. */
      readonly orders?: string
    }
  | { readonly type: 'failed'; readonly code: ModelErrorCode; readonly message: string }
  | { readonly type: 'called'; readonly outcomes: readonly CalledOutcome[] }
  | {
      readonly type: 'compacted'
      readonly before: number
      readonly after: number
      readonly usage: ModelUsage
      readonly cost: number | undefined
    }
  /** The person did not want a compaction. `isNeeded`: the prompt is too long to be sent. */
  | { readonly type: 'declined'; readonly tokens: number; readonly isNeeded: boolean }
  | { readonly type: 'stopped'; readonly reason: RunEndReason; readonly message: string }

/** The end of one call. */
export interface CalledOutcome {
  readonly tool: string
  readonly status: 'ok' | 'failed' | 'denied' | 'cancelled'
  readonly code?: OutcomeCode
}

/** The sizes of a model's window that matter, in tokens. */
export interface WindowLimits {
  readonly window: number
  /** From here on earlier entries are compacted. */
  readonly compactAt: number
  /** A longer prompt is not sent. */
  readonly hardLimit: number
}

/** The next step of a run. */
export type RunStep =
  /** Put the next request together and measure it. */
  | { readonly do: 'measure' }
  | { readonly do: 'ask'; readonly toolChoice: 'auto' | 'none' }
  | { readonly do: 'call' }
  | { readonly do: 'compact' }
  /** Tell the model something, then go on. */
  | { readonly do: 'tell'; readonly text: string }
  | { readonly do: 'end'; readonly reason: RunEndReason; readonly message?: string }
