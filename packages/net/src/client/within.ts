import type { NetError } from './net-error.ts'
import { startTimer } from './start-timer.ts'

export interface Bounds {
  readonly signal: AbortSignal
  /** Milliseconds; `Infinity` for no limit of its own. */
  readonly limitMs: number
  readonly onTimeout: () => NetError
  /** Called when a bound was hit, to stop the work itself. */
  readonly cancel?: (error: NetError) => void
}

/** Waits for work no longer than its bounds, then rejects with the error of the bound. Leaves no timer or listener. */
export function within<Value>(work: Promise<Value>, { signal, limitMs, onTimeout, cancel }: Bounds): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = (error: NetError): void => {
      settle()
      cancel?.(error)
      reject(error)
    }
    const onAbort = (): void => stop(signal.reason as NetError)
    const timer = startTimer(limitMs, () => stop(onTimeout()))
    const settle = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
    }
    signal.addEventListener('abort', onAbort, { once: true })
    work.finally(settle).then(resolve, reject)
    if (signal.aborted) onAbort()
  })
}
