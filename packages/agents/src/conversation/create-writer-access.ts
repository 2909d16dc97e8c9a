import { DrawbridgeError } from '@drawbridge/core'
import type { ConversationAccess } from '@drawbridge/core/agent'
import type { WriterLease } from './take-writer-lease.ts'

/** The right of a process to write to a conversation. Disposing of it gives the right back. */
export interface WriterAccess extends AsyncDisposable {
  readonly state: ConversationAccess
  /**
   * Takes the right once there is a record to write to, and looks if it still is this process's. Until then the session is known to this
   * process alone.
   */
  take(): Promise<void>
  /** @throws DrawbridgeError `invalid_option` that names the process that writes. */
  assertWritable(): void
}

/** The parts of the right to write. */
export interface WriterAccessParts {
  readonly session: string
  /** Takes the lease. Undefined if nothing is recorded. */
  lease(onLost: () => void): Promise<WriterLease | undefined>
  /** Called if another process took over. */
  onLost(): void
}

/** Creates the right to write to a conversation, which is not taken yet. */
export function createWriterAccess({ session, lease: takeLease, onLost }: WriterAccessParts): WriterAccess {
  let lease: WriterLease | undefined
  let isLost = false
  const state = (): ConversationAccess => {
    if (isLost) return { mode: 'read', writer: 'another process' }
    return lease?.held === false ? { mode: 'read', writer: lease.writer } : { mode: 'write' }
  }
  const lose = () => {
    isLost = true
    onLost()
  }
  return {
    get state() {
      return state()
    },
    take: async () => {
      if (lease?.held === true && !isLost && !(await lease.isCurrent())) lose()
      lease ??= await takeLease(lose)
    },
    assertWritable: () => {
      const now = state()
      if (now.mode === 'write') return
      throw new DrawbridgeError(
        'invalid_option',
        `The session "${session}" is being written by ${now.writer}. Fork it, or wait until that process ends.`,
      )
    },
    [Symbol.asyncDispose]: async () => {
      if (lease?.held === true) await lease[Symbol.asyncDispose]()
    },
  }
}
