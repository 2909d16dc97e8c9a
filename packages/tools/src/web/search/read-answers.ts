import { isJsonObject } from '@drawbridge/core/base'
import { textOf } from '../html/page-node.ts'
import { parsePage } from '../html/parse-page.ts'
import type { SearchAnswer } from './search-provider.ts'

/** Parses a JSON object; throws for anything else. */
export function readJsonObject(body: string): Record<string, unknown> {
  const value: unknown = JSON.parse(body)
  if (!isJsonObject(value)) throw new TypeError('its answer is not a JSON object')
  return value
}

/** Makes answers of a list of results by the names of their fields; a result without a web address is left out. */
export function readAnswers(
  results: unknown,
  fields: { readonly snippet: (result: Record<string, unknown>) => unknown },
): readonly SearchAnswer[] {
  if (!Array.isArray(results)) throw new TypeError('its answer has no list of results')
  return results.slice(0, mostResults).flatMap((result: unknown) => {
    if (
      !isJsonObject(result) ||
      typeof result.url !== 'string' ||
      result.url.length > longestText ||
      !/^https?:\/\//i.test(result.url)
    )
      return []
    return [{ title: plainText(result.title), url: result.url, snippet: plainText(fields.snippet(result)) }]
  })
}

/** More than any service gives, and longer than any title, excerpt or address is. */
const mostResults = 50
const longestText = 4_000

/** Services mark the words that were found with tags. */
function plainText(value: unknown): string {
  return typeof value === 'string' ? textOf(parsePage(value.slice(0, longestText)).nodes) : ''
}
