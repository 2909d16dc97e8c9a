import type { Child, ChildAgents } from '@drawbridge/core/agent'
import type { Clock } from '@drawbridge/core/base'

/** The time that a waiting call keeps of its own for its result, in milliseconds. */
const keptMs = 2_000

/** The parts of the call that waits. */
export interface WaitingCall {
  readonly toolCallId: string
  readonly signal: AbortSignal
  /** The time limit of the call, in milliseconds. */
  readonly timeoutMs: number
  /** The longest wait, in milliseconds. Default: as long as the call may take. */
  readonly wantedMs?: number | undefined
  readonly clock: Clock
}

/** Waits until all of the children have ended, or as long as the call may take. Resolves to them as they are then. */
export async function waitForChildren(
  children: ChildAgents,
  waited: readonly Child[],
  { toolCallId, signal, timeoutMs, wantedMs = Number.POSITIVE_INFINITY, clock }: WaitingCall,
): Promise<readonly Child[]> {
  const over = new AbortController()
  const stop = () => over.abort()
  using _timer = clock.after(Math.max(0, Math.min(wantedMs, timeoutMs - keptMs)), stop)
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  try {
    return await Promise.all(waited.map(({ id }) => children.wait(id, { signal: over.signal, toldBy: toolCallId })))
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
