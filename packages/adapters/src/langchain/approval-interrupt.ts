import type { ApprovalRequest } from '@drawbridge/core'
import { createApprovals, type SavedApprovals } from '../shared/approvals.ts'

/**
 * The value of an interrupt of LangGraph for calls that need approval. Plain JSON, which the checkpointer keeps, arguments with secrets
 * included. The value to resume with is `createApprovals(value.approvals)`, decided and saved again with `toJSON()`.
 */
export interface ApprovalInterrupt {
  readonly type: 'drawbridge.approvals'
  /** The questions without an answer. */
  readonly requests: readonly { readonly callId: string; readonly request: ApprovalRequest }[]
  /** All that the turn needs to go on, also in another process. */
  readonly approvals: SavedApprovals
}

/**
 * Returns the content of several approvals as one: an answer that one of them has counts, and so
 * does an end. Throws `invalid_option` for what no `Approvals`
 * saved.
 */
export function joinApprovals(saved: readonly unknown[]): SavedApprovals {
  const all = saved.map((each) => createApprovals(each).toJSON())
  const waiting = all.flatMap((each) => each.waiting)
  const answered = waiting.filter(({ answer }) => answer !== undefined)
  const ended = [...byCall(all.flatMap((each) => each.ended))]
  const isOver = ({ callId }: { readonly callId: string }) => ended.some((each) => each.callId === callId)
  return { waiting: [...byCall([...waiting, ...answered])].filter((each) => !isOver(each)), ended }
}

/** Returns one entry for each call: the last one, in the place of the first. */
function byCall<Entry extends { readonly callId: string }>(entries: readonly Entry[]): Iterable<Entry> {
  return new Map(entries.map((entry) => [entry.callId, entry])).values()
}
