import type { DrawbridgeEvent } from '../event/drawbridge-event.ts'

/** One difference between a replay and its record. */
export type ReplayDifference =
  /** A field has another value. `path` such as `decision.rule`; `type` if another event took its place. Undefined: absent. */
  | {
      readonly kind: 'changed'
      readonly sequence: number
      readonly event: DrawbridgeEvent['type']
      readonly toolCallId?: string
      readonly path: string
      readonly recorded: unknown
      readonly replayed: unknown
      /** The content of the event that took its place, as `code: message` or the reason of a question. */
      readonly because?: string
    }
  /** The record has an event that did not happen again. */
  | {
      readonly kind: 'missing'
      readonly sequence: number
      readonly event: DrawbridgeEvent['type']
      readonly toolCallId?: string
    }
  /** Something happened that the record does not have. */
  | {
      readonly kind: 'extra'
      readonly event: DrawbridgeEvent['type']
      readonly toolCallId?: string
      readonly because?: string
    }

/** The findings of a replay. */
export interface ReplayReport {
  /** `empty`: nothing could be replayed, so nothing is known. */
  readonly status: 'equal' | 'different' | 'empty'
  /** In the record. */
  readonly events: number
  /** The number of events that were made again and are equal in every field. */
  readonly equal: number
  /** The number of events that were taken from the record, by reason. */
  readonly taken: Readonly<Record<string, number>>
  /** The number of calls that the record has no end of. */
  readonly unfinished: number
  readonly tornLines: number
  /** The total number of differences. */
  readonly different: number
  /** The first of them, in the order of the record. */
  readonly differences: readonly ReplayDifference[]
}
