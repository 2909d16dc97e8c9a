import { readAnswers, readJsonObject } from '../read-answers.ts'
import type { SearchProvider } from '../search-provider.ts'

/** Tavily (https://docs.tavily.com/documentation/api-reference/endpoint/search). Countries go by their English names. */
export function tavily(endpoint: string, key: string): SearchProvider {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  return {
    name: 'tavily',
    request: ({ query, count, freshness, country }) => ({
      url: endpoint,
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({
        query,
        max_results: count,
        ...(freshness?.type === 'within' && { time_range: freshness.unit }),
        ...(freshness?.type === 'between' && { start_date: freshness.from, end_date: freshness.to }),
        ...(country !== undefined && { country: names.of(country)?.toLowerCase() }),
      }),
    }),
    read: (body) => readAnswers(readJsonObject(body).results, { snippet: ({ content }) => content }),
    ignored: () => [],
  }
}
