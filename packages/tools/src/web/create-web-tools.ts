import type { ToolDefinition } from '@drawbridge/core'
import { createPageCache, type PageCacheOptions } from './fetch/page-cache.ts'
import { createWebFetch } from './fetch/web-fetch.ts'
import type { SearchProviderSettings } from './search/search-settings.ts'
import { createWebSearch } from './search/web-search.ts'
import type { WebClientSource } from './web-client.ts'

export interface WebToolsOptions {
  readonly client: WebClientSource
  /** Search services in the order to try them. Default: DuckDuckGo, which needs no key. None: no `web.search`. */
  readonly search?: readonly SearchProviderSettings[]
  /** What pages are told of who asks. Default: `drawbridge`. */
  readonly userAgent?: string
  readonly cache?: PageCacheOptions
}

/** Group `web`: the tools with what they share. Nothing is loaded or opened before a call. */
export function createWebTools(options: WebToolsOptions): readonly ToolDefinition[] {
  const { client, search = [{ type: 'duckduckgo' }], userAgent = 'drawbridge' } = options
  const fetch = createWebFetch({ client, userAgent, cache: createPageCache(options.cache) })
  const tools = search.length === 0 ? [fetch] : [fetch, createWebSearch({ client, userAgent, providers: search })]
  return tools as readonly ToolDefinition[]
}
