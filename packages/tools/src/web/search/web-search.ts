import { defineTool } from '@drawbridge/core'
import { z } from 'zod'
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
 * Codes: `internal_error` where no service answered, with what each said; `retryable` where waiting may help.
 */
export function createWebSearch({ client, userAgent, providers }: WebSearchOptions) {
  return defineTool({
    name: 'web.search',
    description: 'Searches the web and returns titles, URLs and snippets. To read a result use web.fetch with its URL.',
    input: z.strictObject({
      query: z.string().min(1).max(2_000).describe('What to search for.'),
      count: z.int().min(1).max(20).default(5).describe('How many results to return at most.'),
      freshness: z
        .string()
        .regex(freshnessPattern)
        .optional()
        .describe('Only results of the last day, week, month or year, or between two days: 2026-01-01to2026-01-31.'),
      country: z
        .string()
        .regex(/^[A-Za-z]{2}$/)
        .optional()
        .describe('Country of the results as two letters, e.g. DE.'),
    }),
    permission: 'readonly',
    risk: 'safe',
    tags: ['network'],
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
