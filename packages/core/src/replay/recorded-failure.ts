import { DrawbridgeError } from '../error/drawbridge-error.ts'
import type { EndEvent } from '../event/drawbridge-event.ts'
import { type Failure, failure } from '../outcome/failure.ts'

/** Returns the reason that a call did not end well, as its result tells. */
export function recordedFailure({ result }: EndEvent): Failure {
  const { code = 'internal_error', retryable, data } = result
  const details = { ...(retryable === undefined ? {} : { retryable }), ...(data === undefined ? {} : { data }) }
  return failure(code, firstText({ result }), details)
}

/** The first words of a result: those of a failure are its message. */
export function firstText({ result }: Pick<EndEvent, 'result'>): string {
  const [first] = result.content
  return first?.type === 'text' ? first.text : ''
}

/** Returns the fault of Drawbridge itself. */
export function brokenBy(end: EndEvent): Error | undefined {
  if (end.cause?.at !== 'drawbridge') return undefined
  const { reason } = end.cause
  if (end.result.code === 'store_unavailable') return new DrawbridgeError('store_unavailable', reason)
  return end.result.code === 'internal_error' ? new Error(reason) : undefined
}
