import { isJsonObject } from '@drawbridge/core/base'
import type { Freshness } from '../freshness.ts'
import { readAnswers, readJsonObject } from '../read-answers.ts'
import type { SearchProvider } from '../search-provider.ts'

/** Brave Search (https://api-dashboard.search.brave.com/app/documentation/web-search). */
export function brave(endpoint: string, key: string): SearchProvider {
  return {
    name: 'brave',
    request: ({ query, count, freshness, country }) => {
      const url = new URL(endpoint)
      url.searchParams.set('q', query)
      url.searchParams.set('count', String(count))
      if (country !== undefined) url.searchParams.set('country', country)
      if (freshness !== undefined) url.searchParams.set('freshness', written(freshness))
      return { url: url.href, headers: { accept: 'application/json', 'x-subscription-token': key } }
    },
    // Brave omits `web` if nothing was found.
    read: (body) => {
      const { web } = readJsonObject(body)
      if (web === undefined || web === null) return []
      if (!isJsonObject(web)) throw new TypeError('its answer has no web results')
      return readAnswers(web.results, { snippet: ({ description }) => description })
    },
    ignored: () => [],
  }
}

function written(freshness: Freshness): string {
  return freshness.type === 'between' ? `${freshness.from}to${freshness.to}` : `p${freshness.unit[0]}`
}
