import type { JsonSchemaObject } from '../schema/json-schema.ts'
import type { ModelMessage } from './message.ts'

/** A part of the system prompt. */
export interface SystemBlock {
  readonly text: string
  /** True if everything up to here should be kept in the provider's cache. */
  readonly cache?: boolean
}

/** A tool as it is offered to a model. The family lowers its schema. */
export interface ModelTool {
  /** The exposed name, in the dialect of the model. */
  readonly name: string
  readonly description: string
  readonly schema: JsonSchemaObject
}

/** The effort that a model may put into reasoning; `off` turns it off where the model allows that. */
export type ReasoningEffort = 'off' | 'low' | 'medium' | 'high'

/** One request to a model. The same request always has the same bytes on the wire. */
export interface ModelRequest {
  readonly system?: readonly SystemBlock[]
  readonly messages: readonly ModelMessage[]
  readonly tools?: readonly ModelTool[]
  /** `none` leaves the tools in the request and forbids their use. Default `auto`. */
  readonly toolChoice?: 'auto' | 'none' | 'required'
  /** The longest answer in tokens. Default: the limit of the model. */
  readonly maxOutput?: number
  /** A number from 0 to 2; each provider has its own default. */
  readonly temperature?: number
  readonly reasoning?: ReasoningEffort
  /** Equal for requests with a common beginning, such as those of a session. Providers route by it. */
  readonly cacheKey?: string
}
