import type { Clock } from '@drawbridge/core/base'
import { ModelError } from '@drawbridge/core/model'

/** Resolves after a time. Rejects with the `ModelError` `aborted` if the signal is aborted before. */
export async function pause(clock: Clock, waitMs: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const onAbort = () => reject(new ModelError('aborted', 'The caller aborted the request.'))
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort, { once: true })
  using _timer = clock.after(waitMs, resolve, 'kept-alive')
  try {
    await promise
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
