import type { DialectName } from '../dialect/load-dialect.ts'
import type { AssistantMessage } from './message.ts'
import type { ModelError } from './model-error.ts'
import type { ModelRequest } from './model-request.ts'
import type { ModelPrice, ModelUsage } from './model-usage.ts'

/** The wire formats that models are reached by. `scripted` reaches none. */
export const modelFamilies = ['openai-chat', 'openai-responses', 'anthropic', 'gemini', 'scripted'] as const

/** The wire format of a model. */
export type ModelFamily = (typeof modelFamilies)[number]

/** The limits of a model in tokens. */
export interface ModelLimits {
  /** The window: prompt and answer together. */
  readonly context: number
  /** The longest answer. */
  readonly maxOutput: number
}

/** One language model. */
export interface Model {
  /** Provider and name, such as `anthropic/claude-opus-4-1`. */
  readonly id: string
  readonly family: ModelFamily
  readonly limits: ModelLimits
  /** Undefined if the configuration names no price. */
  readonly price?: ModelPrice
  /** The dialect in which tools are shown to it; `auto` picks by its id. Default: that of the configuration. */
  readonly dialect?: DialectName | 'auto'
  /**
   * Sends one request. Retries and time limits are its own. The last event is `answered`; without an answer the iteration throws
   * a `ModelError`.
   */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>
}

/** The reason why an answer ended. */
export type ModelStop =
  /** The model had said everything. */
  | 'stop'
  /** The model waits for the results of its calls. */
  | 'calls'
  /** The answer reached its longest length. None of its calls may run. */
  | 'length'
  /** The provider stopped the answer for its content. */
  | 'refused'
  /** The provider wants the turn back as it is, and goes on with it. */
  | 'paused'
  /** Prompt and answer filled the window. None of its calls may run. */
  | 'context_window'

/** A call whose arguments are not a complete JSON object. It is not a block: neither run nor stored. */
export interface CutCall {
  readonly name: string
  /** The arguments as far as they came. */
  readonly text: string
}

/** A complete answer. */
export interface ModelAnswer {
  /** The id of the model that answered: a fallback's, if the first one failed. */
  readonly model: string
  readonly blocks: AssistantMessage['blocks']
  /** Calls that did not arrive whole. If there is one, no call of the answer may run. */
  readonly cut: readonly CutCall[]
  readonly usage: ModelUsage
  /** In US dollars. Undefined if no price is known. */
  readonly cost?: number
  readonly stop: ModelStop
  /** The stop reason in the provider's own words. */
  readonly raw: string
}

/** A change that the transcript needed before it could be sent. */
export interface TranscriptRepair {
  /** The rule that it broke. */
  readonly rule: string
  /** One sentence that names the place. */
  readonly message: string
}

/** An event of an answer on its way. */
export type ModelEvent =
  /** The transcript was changed before it was sent. */
  | { readonly type: 'repaired'; readonly repairs: readonly TranscriptRepair[] }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  /** A call begins. Its arguments follow piece by piece, and whole in the answer. */
  | { readonly type: 'call'; readonly id: string; readonly name: string }
  | { readonly type: 'arguments'; readonly id: string; readonly text: string }
  /** The attempt failed. Everything that it said so far is void, and a new attempt begins after the wait. */
  | {
      readonly type: 'retrying'
      readonly error: ModelError
      /** The model of the next attempt. */
      readonly model: string
      /** The number of the next attempt at this model, from 1. */
      readonly attempt: number
      readonly waitMs: number
    }
  | { readonly type: 'answered'; readonly answer: ModelAnswer }
