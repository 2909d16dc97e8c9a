import type { DeferredTool } from '@drawbridge/core/registry'
import type { PageCacheOptions } from './fetch/page-cache.ts'
import type { SearchProviderSettings } from './search/search-settings.ts'
import type { WebClientSource } from './web-client.ts'

/** The options of `createWebTools`. */
export interface WebToolsOptions {
  readonly client: WebClientSource
  /** Search services in the order to try them. Default: DuckDuckGo, which needs no key. None: no `web.search`. */
  readonly search?: readonly SearchProviderSettings[]
  /** The user agent sent to pages. Default: `drawbridge`. */
  readonly userAgent?: string
  readonly cache?: PageCacheOptions
}

/** Group `web`. Nothing is loaded or opened before a call or a list of schemas. */
export function createWebTools({
  client,
  search: providers = [{ type: 'duckduckgo' }],
  userAgent = 'drawbridge',
  cache,
}: WebToolsOptions): readonly DeferredTool[] {
  const fetch: DeferredTool = {
    name: 'web.fetch',
    description:
      'Fetches a web page or file by URL and returns its readable content: HTML as Markdown, also JSON, feeds, PDF and text. To find pages use web.search.',
    permission: 'readonly',
    risk: 'medium',
    tags: ['network'],
    load: async () => {
      const [{ webFetch }, { createPageCache }] = await Promise.all([
        import('./fetch/web-fetch.ts'),
        import('./fetch/page-cache.ts'),
      ])
      return webFetch({ client, userAgent, cache: createPageCache(cache) })
    },
  }
  const search: DeferredTool = {
    name: 'web.search',
    description: 'Searches the web and returns titles, URLs and snippets. To read a result use web.fetch with its URL.',
    permission: 'readonly',
    risk: 'safe',
    tags: ['network'],
    load: async () => (await import('./search/web-search.ts')).webSearch({ client, userAgent, providers }),
  }
  return providers.length === 0 ? [fetch] : [fetch, search]
}
