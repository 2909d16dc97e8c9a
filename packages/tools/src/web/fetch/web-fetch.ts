import { defineToolBody } from '@drawbridge/core/registry'
import { field } from '@drawbridge/core/schema'
import type { WebClientSource } from '../web-client.ts'
import type { PageCache } from './page-cache.ts'
import { pageUrls } from './page-urls.ts'

export interface WebFetchOptions {
  readonly client: WebClientSource
  readonly userAgent: string
  readonly cache: PageCache
}

const defaultMaxChars = 30_000
const highestMaxChars = 100_000

/**
 * Fetches a URL and reads it: HTML as Markdown without furniture and hidden text, JSON, feeds, PDF and plain text as what they
 * are, anything else as a description. An http URL is tried over https first. Redirects are followed within the host; one to
 * another host is reported. What was longer than `max_chars` is kept whole as an artifact.
 *
 * `data`: `{url, final_url, redirects, status, content_type, bytes, from_cache, title, reader, characters, shown_characters,
 * truncated, notes}`; after a redirect to another host `elsewhere` in place of the last six.
 *
 * Codes: `blocked_address`, `timeout`, `file_too_large`, `network_error` (nothing came back), `http_error` (a status of failure, in
 * `data.status`); `retryable` says if the same call may succeed later.
 */
export function webFetch({ client, userAgent, cache }: WebFetchOptions) {
  return defineToolBody({
    input: field.object({
      url: field.string().min(1).max(8192).describe('Absolute http or https URL.'),
      mode: field
        .enum(['markdown', 'text', 'raw'])
        .default('markdown')
        .describe('markdown or text of the readable part; raw is the unchanged source.'),
      max_chars: field
        .int()
        .min(100)
        .max(highestMaxChars)
        .default(defaultMaxChars)
        .describe('Maximum number of characters to return; the full content is stored as an artifact.'),
    }),
    timeoutMs: 90_000,
    resultLimit: { bytes: 4 * highestMaxChars, lines: highestMaxChars },
    targets: ({ url }) => pageUrls(url).map((each) => ({ kind: 'url', url: each })),
    execute: async ({ url, mode, max_chars: maxChars }, context) => {
      const { fetchPage, pageResult, failWithNetError } = await import('./fetch-modules.ts')
      const { principal, clock, signal } = context
      const key = { url, mode, principal }
      const cached = cache.find(key, clock.now())
      const page = cached ?? (await fetchPage(url, { client: await client(), userAgent, mode, signal }))
      if (page instanceof Error) return failWithNetError(url, page)
      if (cached === undefined && page.mayKeep) cache.keep(key, page, clock.now())
      return await pageResult(page, { tool: 'web.fetch', url, maxChars, fromCache: cached !== undefined }, context)
    },
  })
}
