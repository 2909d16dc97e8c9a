import type { Label } from '@drawbridge/core'

/** A passage that was recalled: where it is, not what it says. */
export interface RecalledPassage {
  readonly path: string
  readonly firstLine: number
  readonly lastLine: number
  readonly trust: Label['trust']
}

/** Passages of the memory entered a conversation. */
export interface MemoryRecalled {
  readonly type: 'memory.recalled'
  readonly passages: readonly RecalledPassage[]
  /** The text that the model read, if no call has it as its result: it was recalled unasked, because of a message of the user. */
  readonly text?: string
  /** The node of that message. */
  readonly message?: string
  /** The call that recalled them. */
  readonly toolCallId?: string
}

/** Returns where a passage is. */
export function passageOf({ path, firstLine, lastLine, trust }: RecalledPassage): RecalledPassage {
  return { path, firstLine, lastLine, trust }
}
