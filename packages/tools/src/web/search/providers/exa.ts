import { firstDay } from '../freshness.ts'
import { readAnswers, readJsonObject } from '../read-answers.ts'
import type { SearchProvider } from '../search-provider.ts'

/** Enough text of a result for a snippet, in characters. */
const textCharacters = 500

/** Exa (https://docs.exa.ai/reference/search). */
export function exa(endpoint: string, key: string): SearchProvider {
  return {
    name: 'exa',
    request: ({ query, count, freshness, country, now }) => ({
      url: endpoint,
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', 'x-api-key': key },
      body: JSON.stringify({
        query,
        numResults: count,
        contents: { text: { maxCharacters: textCharacters } },
        ...(freshness !== undefined && { startPublishedDate: `${firstDay(freshness, now)}T00:00:00.000Z` }),
        ...(freshness?.type === 'between' && { endPublishedDate: `${freshness.to}T23:59:59.999Z` }),
        ...(country !== undefined && { userLocation: country }),
      }),
    }),
    read: (body) => readAnswers(readJsonObject(body).results, { snippet: ({ text, summary }) => text ?? summary }),
    ignored: () => [],
  }
}
