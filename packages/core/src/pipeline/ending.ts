import type { EndNotes } from '../event/families/call-events.ts'
import type { Failure } from '../outcome/failure.ts'
import type { Decision } from '../policy/decision.ts'
import type { ContentBlock } from '../result/content-block.ts'
import type { Target } from '../target/target.ts'
import type { AuthorizedCall, CallSoFar } from './call.ts'

/** The end of a call on its way out: what it brought or why it brought nothing. */
export interface Ending {
  readonly call: CallSoFar & { readonly toolCallId: string }
  readonly status: 'ok' | 'failed' | 'denied' | 'cancelled'
  readonly failure?: Failure
  readonly decision?: Decision
  /** Present if the tool was started. */
  readonly executed?: AuthorizedCall
  /** The touched targets, or those that would have been touched. */
  readonly targets: readonly Target[]
  /** The content for the model. */
  readonly content: readonly ContentBlock[]
  readonly forUser?: string
  readonly data?: unknown
  readonly media?: readonly ContentBlock[]
  readonly toolMeta?: unknown
  /** Secrets replaced so far, by rule. */
  readonly redactions: Readonly<Record<string, number>>
  readonly truncated?: { readonly shownBytes: number; readonly totalBytes: number }
  readonly artifact?: string
  /** Set if the tool stored the whole output itself. */
  readonly spilled?: true
  /** Set if the tool labelled parts of its result itself. */
  readonly labelled?: true
  /** The time for which the call waited for an answer and for its paths, in milliseconds. */
  readonly waitedMs?: number
  readonly lockedMs?: number
  /** Set if the tool was stopped, and had handed something over by then. */
  readonly partial?: true
  /** The reason that the call was aborted. */
  readonly abortReason?: string
  /** Set if the tool returned nothing. */
  readonly silent?: true
  /** The reason for the end, in addition to the code of its failure. */
  readonly notes?: EndNotes
  /** The source of the last content blocks: `loop`, or a hook by name. */
  readonly added?: readonly string[]
}
