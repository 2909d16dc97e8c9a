import { readAnswers, readJsonObject } from '../read-answers.ts'
import { ignoring, type SearchProvider } from '../search-provider.ts'

/** A SearXNG instance (https://docs.searxng.org/dev/search_api.html). Its `formats` setting must list `json`. */
export function searxng(instance: string): SearchProvider {
  return {
    name: 'searxng',
    request: ({ query, freshness }) => {
      const url = new URL('search', instance.endsWith('/') ? instance : `${instance}/`)
      url.searchParams.set('q', query)
      url.searchParams.set('format', 'json')
      if (freshness?.type === 'within') url.searchParams.set('time_range', freshness.unit)
      return { url: url.href, headers: { accept: 'application/json' } }
    },
    read: (body) => readAnswers(readJsonObject(body).results, { snippet: ({ content }) => content }),
    ignored: (query) =>
      query.freshness?.type === 'between' ? ignoring(query, 'freshness', 'country') : ignoring(query, 'country'),
  }
}
