import { NetError } from './net-error.ts'
import { startTimer } from './start-timer.ts'

/** Ends a request from outside: the caller's signal or the total time. `signal.reason` is a {@link NetError}. */
export interface Deadline extends Disposable {
  readonly signal: AbortSignal
}

/** Starts the clock of one request. Disposing it leaves no timer and no listener behind. */
export function startDeadline(totalMs: number, outer: AbortSignal | undefined): Deadline {
  const controller = new AbortController()
  const onAbort = (): void => controller.abort(new NetError('aborted', 'The request was aborted by its caller.'))
  const onTimeout = (): void =>
    controller.abort(new NetError('total_timeout', `The request took longer than ${totalMs} ms in all.`))
  const timer = startTimer(totalMs, onTimeout)
  if (outer?.aborted) onAbort()
  else outer?.addEventListener('abort', onAbort, { once: true })
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      clearTimeout(timer)
      outer?.removeEventListener('abort', onAbort)
    },
  }
}
