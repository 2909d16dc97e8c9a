import { setMaxListeners } from 'node:events'

/** A signal of its own that is aborted with another one as well, until it is disposed of. */
export interface FollowingSignal extends Disposable {
  readonly signal: AbortSignal
  abort(reason?: unknown): void
}

/**
 * Creates a signal that follows another one by a listener: a signal made by `AbortSignal.any` costs each call ten times as much. Any
 * number of signals may follow it in turn.
 */
export function followSignal(leader: AbortSignal): FollowingSignal {
  const controller = new AbortController()
  setMaxListeners(0, controller.signal)
  const follow = () => controller.abort(leader.reason)
  if (leader.aborted) follow()
  else leader.addEventListener('abort', follow, { once: true })
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    [Symbol.dispose]: () => leader.removeEventListener('abort', follow),
  }
}
