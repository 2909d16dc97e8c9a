import type { RunReport } from '@drawbridge/core/agent'
import { noUsage } from '@drawbridge/core/model'
import type { ConversationState } from './conversation-state.ts'

/**
 * Returns the report of a run that has nothing to do, since no message waits and the model has answered all that was said; undefined if
 * there is something: a message, or a turn that a process left unfinished. Its text is the answer that stands. Pure.
 */
export function reportOfNothing({ waiting, entries }: ConversationState, run: string): RunReport | undefined {
  const last = entries.findLast(({ kind }) => kind !== 'compaction')
  if (waiting.length > 0 || (last !== undefined && last.kind !== 'answer')) return undefined
  const blocks = last?.kind === 'answer' ? last.blocks : []
  const text = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('')
  return { run, reason: 'completed', text, turns: 0, calls: 0, denied: 0, usage: noUsage, durationMs: 0 }
}
