import { defineToolBody } from '@drawbridge/core/registry'
import { field } from '@drawbridge/core/schema'
import type { WebClientSource } from '../web-client.ts'
import { endpointOf } from './endpoint-of.ts'
import { freshnessPattern, parseFreshness } from './freshness.ts'
import type { SearchProviderSettings } from './search-settings.ts'

export interface WebSearchOptions {
  readonly client: WebClientSource
  readonly userAgent: string
  /** In the order to try them. */
  readonly providers: readonly SearchProviderSettings[]
}

/**
 * Searches the web with the first configured service that answers.
 *
 * `data`: `{query, provider, results: [{title, url, snippet}], ignored: ['freshness' | 'country'], failed: [{provider, message}]}`.
 *
 * Codes: that of the service that may answer later, else of the first, if none answered, with the error of each.
 */
export function webSearch({ client, userAgent, providers }: WebSearchOptions) {
  return defineToolBody({
    input: field.object({
      query: field.string().min(1).max(2_000).describe('The search query.'),
      count: field.int().min(1).max(20).default(5).describe('Maximum number of results to return.'),
      freshness: field
        .string()
        .regex(freshnessPattern)
        .optional()
        .describe('Only results of the last day, week, month or year, or between two days: 2026-01-01to2026-01-31.'),
      country: field
        .string()
        .regex(/^[A-Za-z]{2}$/)
        .optional()
        .describe('Country of the results as two letters, e.g. DE.'),
    }),
    timeoutMs: 90_000,
    check: ({ freshness }) =>
      freshness !== undefined && parseFreshness(freshness) === undefined
        ? 'freshness: the days do not exist, or the first is after the second'
        : undefined,
    targets: () => providers.map((provider) => ({ kind: 'url', url: endpointOf(provider) })),
    execute: async ({ query, count, freshness, country }, { signal, clock }) => {
      const { createProvider, searchChain, searchResult } = await import('./search-modules.ts')
      const parts = {
        query,
        count,
        freshness: freshness === undefined ? undefined : parseFreshness(freshness),
        country: country?.toUpperCase(),
        now: clock.now(),
      }
      const chain = providers.map(createProvider)
      return searchResult(await searchChain(chain, parts, { client: await client(), userAgent, signal }), parts)
    },
  })
}
