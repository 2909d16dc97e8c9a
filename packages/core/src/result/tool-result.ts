import type { OutcomeCode } from '../outcome/outcome-code.ts'
import type { Decision } from '../policy/decision.ts'
import type { Repair } from '../schema/index.ts'
import type { Target } from '../target/target.ts'
import type { ContentBlock } from './content-block.ts'

/** Data about a call for the record and the caller, besides its content. None of it reaches a model. */
export interface ResultMeta {
  readonly toolCallId: string
  /** The canonical name if the call could be resolved, else the name as it was sent. */
  readonly tool: string
  readonly durationMs: number
  readonly targets: readonly Target[]
  readonly decision?: Decision
  /** The provider's own call id, if ours had to differ from it. */
  readonly rawCallId?: string
  /** The name as the model sent it, if it differs from the canonical one. */
  readonly exposedName?: string
  readonly repairs?: readonly Repair[]
  /** The number of secrets that were replaced, by rule. */
  readonly redactions: Readonly<Record<string, number>>
  readonly truncated?: { readonly shownBytes: number; readonly totalBytes: number }
  /** Id of the artifact that holds the whole output. */
  readonly artifact?: string
  /** Free JSON that the tool added for debugging and replay. */
  readonly toolMeta?: unknown
}

/** The result of one call, in the shape every caller gets it: library, command line, MCP, HTTP. */
export interface ToolResult {
  /** Pairs the result with its call; nothing is ever paired by order. */
  readonly toolCallId: string
  readonly isError: boolean
  readonly code?: OutcomeCode
  readonly retryable?: boolean
  /** The content for the model. */
  readonly content: readonly ContentBlock[]
  /** Set if the tool was stopped early: after the message, the content holds its output until then. */
  readonly partial?: true
  /** The reason of an abort, in the words of its author. */
  readonly abortReason?: string
  /** The text that a person sees instead of the content. */
  readonly forUser?: string
  /** The structured value for programs. */
  readonly data?: unknown
  /** Images, audio and documents for the person or a media model. */
  readonly media?: readonly ContentBlock[]
  readonly meta: ResultMeta
}
