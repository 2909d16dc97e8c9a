import { createHash, randomUUID } from 'node:crypto'
import type { Target } from '@drawbridge/core'
import type { ConversationEntry } from '@drawbridge/core/agent'
import type { ScopedMessage } from '../loop/run-parts.ts'
import type { ScopedInstructions } from '../prompt/create-scoped-instructions.ts'

interface ScopedSources {
  entries(): readonly ConversationEntry[]
  readonly read: ScopedInstructions
}

/**
 * Returns the messages with the instructions for folders that a conversation lacks. One that was summarised, or left by a rewind, comes
 * again with the next call that works there.
 */
export async function scopedMessages(
  targets: readonly Target[],
  { entries, read }: ScopedSources,
): Promise<readonly ScopedMessage[]> {
  const has = (path: string) => entries().some(({ node }) => node.startsWith(nodeOf(path)))
  const files = await read(targets, has)
  return files.map(({ path, text }) => ({ node: `${nodeOf(path)}${randomUUID()}`, text }))
}

function nodeOf(path: string): string {
  return `message/instructions_${createHash('sha256').update(path).digest('hex').slice(0, 16)}_`
}
