import { type Failure, failure } from '../outcome/failure.ts'
import type { EndEvent } from './history.ts'

/** Why a call did not end well, as its result tells. */
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

/** What went wrong in Drawbridge itself, from what the model was told of it. */
export function brokenBy(end: EndEvent): string | undefined {
  if (end.result.code !== 'internal_error') return undefined
  return internal.exec(firstText(end))?.[1]
}

const internal = /^Drawbridge itself failed on this call: (.*) Nothing is known to be wrong with the call\.$/s
