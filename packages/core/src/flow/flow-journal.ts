import type { ContentBlock } from '../result/content-block.ts'

/** Words that decide: those of the person whom the agent works for, or of who runs it. */
export interface HeardWords {
  readonly from: 'user' | 'operator'
  readonly text: string
}

/** A result as it left the pipeline. */
export interface EnteredResult {
  readonly tool: string
  readonly toolCallId: string
  /** True if the call may have changed something. */
  readonly isAct: boolean
  readonly content: readonly ContentBlock[]
  /** The structured value, for programs. */
  readonly data?: unknown
  /** The length of its text, in UTF-16 units. */
  readonly size: number
}

/** One thing that entered a session: words or a result. */
export type FlowEntry = ({ readonly kind: 'heard' } & HeardWords) | ({ readonly kind: 'result' } & EnteredResult)

/**
 * The record of all that a session heard and read, in order. It costs a call one push: what it means is worked out when a write is judged, by code that
 * is loaded then.
 */
export interface FlowJournal {
  readonly entries: readonly FlowEntry[]
  /** True once a stranger's words entered the session. */
  readonly isTainted: boolean
  /** Reads the part from before this process. Undefined once that was done. */
  earlier: (() => Promise<readonly FlowEntry[]>) | undefined
  hear(words: HeardWords): void
  enter(result: EnteredResult): void
  /** Adds the part from before this process, in front. */
  begin(entries: readonly FlowEntry[]): void
  /** The ledger that was made of it. */
  worked: unknown
}
