import type { ConversationEntry } from '@drawbridge/core/agent'
import type { CallLost } from './conversation-events.ts'
import { lostText } from './interrupted-text.ts'

/** A call that never ran, and the run that it belongs to. */
interface LostCall {
  readonly run: string
  readonly event: CallLost
}

/** Returns the calls of the last turn that have no result: their run or their process ended before they started. */
export function lostCalls(entries: readonly ConversationEntry[]): readonly LostCall[] {
  const turn = entries.findLast((entry) => entry.kind === 'turn')
  if (turn?.kind !== 'turn') return []
  const ended = new Set(entries.flatMap((entry) => (entry.kind === 'result' ? [entry.call] : [])))
  return turn.blocks.flatMap((block) => {
    if (block.type !== 'call' || ended.has(block.id)) return []
    const { id: toolCallId, name: tool } = block
    return [{ run: turn.run, event: { type: 'call.lost', toolCallId, tool, turn: turn.node, text: lostText } }]
  })
}
