import { DrawbridgeError } from '@drawbridge/core'
import type { ConversationEntry } from '@drawbridge/core/agent'
import { type ConversationState, entriesAfter, entriesUpTo } from './conversation-state.ts'

/** The conversation that goes back, and the means to read what is not among its entries. */
export interface RewindParts {
  /** The id of the session. */
  readonly session: string
  readonly state: ConversationState
  /** True if the entries that are left behind are wanted. */
  readonly files: boolean
  readUpTo(node: string): Promise<ConversationState | undefined>
  readWhole(): Promise<readonly ConversationEntry[] | undefined>
}

/** The way back to a node. */
export interface RewindPlan {
  /** The number of entries that are no longer part of the conversation. */
  readonly dropped: number
  /** The conversation at the node, if a summary covers the node. */
  readonly earlier: ConversationState | undefined
  /** The entries behind the node, summarised ones included. Empty if nobody wants them. */
  readonly left: readonly ConversationEntry[]
}

/**
 * Finds the way back to a node.
 * @throws DrawbridgeError `invalid_option` if the conversation has no such node.
 */
export async function planRewind(
  node: string | undefined,
  { session, state: { entries }, files, readUpTo, readWhole }: RewindParts,
): Promise<RewindPlan> {
  const isKnown = node === undefined || entries.some((entry) => entry.node === node)
  const earlier = isKnown ? undefined : await readUpTo(node)
  if (!isKnown && earlier === undefined)
    throw new DrawbridgeError(
      'invalid_option',
      `The conversation has no node "${node}". List them with: drawbridge sessions show ${session} --tree`,
    )
  const kept = isKnown && node !== undefined ? entriesUpTo(entries, node).length : 0
  const whole = files ? ((await readWhole()) ?? entries) : []
  return {
    dropped: entries.length - kept,
    earlier,
    left: node === undefined ? whole : entriesAfter(whole, node),
  }
}
