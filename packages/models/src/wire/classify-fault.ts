import { defined, shortenMiddle } from '@drawbridge/core/base'
import { ModelError, type ModelErrorCode, type ModelErrorDetails } from '@drawbridge/core/model'
import { overflowIn } from './overflow-texts.ts'
import { fieldsOf, listOf, lookUp, textOf } from './read-json.ts'
import { type HeaderReader, waitOf } from './wait-of.ts'

/** An error as a provider reported it: with an HTTP status, or in the middle of a stream. */
export interface ProviderFault {
  readonly status?: number | undefined
  readonly headers?: HeaderReader | undefined
  /** The text of the body, or of the event. */
  readonly text: string
  /** The parsed body, or the event; undefined if it is not JSON. */
  readonly body?: unknown
  /** Milliseconds since the Unix epoch. */
  readonly now: number
}

/** The words by which providers name their errors, in lower case. Any other error is judged by its status. */
const codeOfWord: Readonly<Record<string, ModelErrorCode>> = {
  authentication_error: 'authentication',
  permission_error: 'authentication',
  invalid_api_key: 'authentication',
  unauthenticated: 'authentication',
  permission_denied: 'authentication',
  insufficient_quota: 'quota_exhausted',
  usage_not_included: 'quota_exhausted',
  billing_error: 'quota_exhausted',
  billing_hard_limit_reached: 'quota_exhausted',
  rate_limit_exceeded: 'rate_limited',
  rate_limit_error: 'rate_limited',
  resource_exhausted: 'rate_limited',
  overloaded_error: 'overloaded',
  api_error: 'overloaded',
  timeout_error: 'overloaded',
  server_error: 'overloaded',
  internal: 'overloaded',
  unavailable: 'overloaded',
  deadline_exceeded: 'overloaded',
  content_policy_violation: 'refused',
  content_filter: 'refused',
  invalid_prompt: 'refused',
  context_length_exceeded: 'context_overflow',
  request_too_large: 'context_overflow',
}

/** The most characters of a provider's own message that are shown. */
const longestMessage = 600

/** Returns the error for a fault, by closed tables of words, statuses and texts. */
export function classifyFault(fault: ProviderFault): ModelError {
  const { status, headers, text, body, now } = fault
  const error = fieldsOf(fieldsOf(body).error ?? fieldsOf(fieldsOf(body).response).error ?? body)
  const message = textOf(error.message) ?? textOf(fieldsOf(body).message) ?? text
  const words = [error.code, error.type, error.status].flatMap((word) => textOf(word)?.toLowerCase() ?? [])
  const overflow = overflowIn({ status, message })
  const code =
    overflow !== undefined || words.includes('context_length_exceeded')
      ? 'context_overflow'
      : isDailyQuota(error)
        ? 'quota_exhausted'
        : codeOf(words, status ?? statusIn(error))
  const verdict = headers?.get('x-should-retry')
  const details: ModelErrorDetails = defined({
    status,
    retryAfterMs: waitOf({ headers, details: listOf(error.details), message, now }),
    retryable: verdict === 'true' ? true : verdict === 'false' ? false : isMissingModel(words) ? true : undefined,
    mostRetries: isMissingModel(words) ? 1 : undefined,
    ...overflow,
  })
  return new ModelError(code, describe(code, status, message), details)
}

function codeOf(words: readonly string[], status: number | undefined): ModelErrorCode {
  for (const word of words) {
    const code = lookUp(codeOfWord, word)
    if (code !== undefined) return code
  }
  if (status === undefined) return 'overloaded'
  if (status === 401 || status === 403) return 'authentication'
  if (status === 402) return 'quota_exhausted'
  if (status === 429) return 'rate_limited'
  if (status === 408 || status === 409 || status >= 500) return 'overloaded'
  return 'bad_request'
}

/** OpenAI now and then does not find a model that exists. */
function isMissingModel(words: readonly string[]): boolean {
  return words.includes('model_not_found')
}

/** Gemini's quota of a day is not worth waiting for. */
function isDailyQuota(error: Readonly<Record<string, unknown>>): boolean {
  return listOf(error.details).some((detail) =>
    listOf(fieldsOf(detail).violations).some((violation) => /PerDay/.test(textOf(fieldsOf(violation).quotaId) ?? '')),
  )
}

/** The code of an error in a stream may be an HTTP status. */
function statusIn({ code }: Readonly<Record<string, unknown>>): number | undefined {
  const status = Number(code)
  return Number.isInteger(status) && status >= 400 && status < 600 ? status : undefined
}

function describe(code: ModelErrorCode, status: number | undefined, message: string): string {
  const plain = message.trim()
  const said = /^\s*<(?:!doctype|html)/i.test(plain) ? 'a page of HTML' : shortenMiddle(plain, longestMessage)
  const where = status === undefined ? 'in its stream' : `with the status ${status}`
  return said === '' ? `The provider refused ${where} (${code}).` : `The provider answered ${where}: ${said}`
}
