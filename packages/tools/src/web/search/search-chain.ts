import { errorMessage, type OutcomeCode } from '@drawbridge/core'
import { describeNetError } from '../explain-net-error.ts'
import { isRetryableStatus } from '../retryable-status.ts'
import type { WebClient } from '../web-client.ts'
import type { SearchAnswer, SearchProvider, SearchQuery } from './search-provider.ts'

/** The failure of one service. */
export interface ProviderFailure {
  readonly provider: string
  readonly message: string
  readonly code: OutcomeCode
  /** The status of an answer that was not a success. */
  readonly status?: number
  readonly retryable: boolean
}

export type SearchOutcome =
  | {
      readonly type: 'found'
      readonly provider: SearchProvider
      readonly answers: readonly SearchAnswer[]
      readonly failures: readonly ProviderFailure[]
    }
  | { readonly type: 'failed'; readonly failures: readonly ProviderFailure[] }

export interface SearchChainOptions {
  readonly client: WebClient
  readonly userAgent: string
  readonly signal: AbortSignal
}

/** One slow service must leave time for the next. */
const providerMs = 20_000
const maxAnswerBytes = 2 * 1024 * 1024

/** Asks one service after the other until one answers; no results are an answer too. */
export async function searchChain(
  providers: readonly SearchProvider[],
  query: SearchQuery,
  options: SearchChainOptions,
): Promise<SearchOutcome> {
  const failures: ProviderFailure[] = []
  for (const provider of providers) {
    const answers = await ask(provider, query, options)
    options.signal.throwIfAborted()
    if (!('message' in answers)) return { type: 'found', provider, answers: answers.slice(0, query.count), failures }
    failures.push(answers)
  }
  return { type: 'failed', failures }
}

async function ask(
  provider: SearchProvider,
  query: SearchQuery,
  { client, userAgent, signal }: SearchChainOptions,
): Promise<readonly SearchAnswer[] | ProviderFailure> {
  const { headers, ...request } = provider.request(query)
  const outcome = await client.request({
    ...request,
    headers: { 'user-agent': userAgent, ...headers },
    signal,
    // A key goes to the configured endpoint and nowhere else.
    redirect: 'manual',
    limits: { totalMs: providerMs, maxBodyBytes: maxAnswerBytes },
  })
  const { name } = provider
  if (outcome.type === 'error') {
    const { code, retryable } = outcome.error
    return { provider: name, message: describeNetError(outcome.error), code, retryable }
  }
  const { status, body } = outcome.response
  if (status !== 200) {
    const retryable = isRetryableStatus(status)
    return { provider: name, message: statusMessage(status), code: 'http_error', status, retryable }
  }
  try {
    return provider.read(new TextDecoder().decode(body))
  } catch (error) {
    return { provider: name, message: `${errorMessage(error)}.`, code: 'http_error', status, retryable: false }
  }
}

function statusMessage(status: number): string {
  if (status === 401 || status === 403)
    return `It refused the request (${status}): the operator has to check its key or settings.`
  if (status === 429) return 'It received too many requests (429).'
  return `It answered with the status ${status}.`
}
