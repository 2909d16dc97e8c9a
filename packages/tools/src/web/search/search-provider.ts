import type { GuardedRequest } from '@drawbridge/net'
import type { Freshness } from './freshness.ts'

export interface SearchQuery {
  readonly query: string
  /** 1 to 20. */
  readonly count: number
  readonly freshness: Freshness | undefined
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string | undefined
  /** Milliseconds since the Unix epoch. */
  readonly now: number
}

export interface SearchAnswer {
  readonly title: string
  readonly url: string
  readonly snippet: string
}

/** Parts of a query that a service has no word for. */
export type IgnoredPart = 'freshness' | 'country'

/** A search service's wire format: pure functions, the chain does the talking. */
export interface SearchProvider {
  readonly name: string
  readonly request: (query: SearchQuery) => Pick<GuardedRequest, 'url' | 'method' | 'headers' | 'body'>
  /** Reads the body of a 2xx answer. Throws a `TypeError` that says what is wrong with it. */
  readonly read: (body: string) => readonly SearchAnswer[]
  readonly ignored: (query: SearchQuery) => readonly IgnoredPart[]
}

/** The parts that a service ignores of those that a query has. */
export function ignoring(query: SearchQuery, ...parts: readonly IgnoredPart[]): readonly IgnoredPart[] {
  return parts.filter((part) => query[part] !== undefined)
}
