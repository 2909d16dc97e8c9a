import type { CompleteResponse, NetError, NetErrorReason, RequestOutcome } from '@drawbridge/net'
import { parseMediaType } from '../content/media-type.ts'
import type { ContentMode } from '../content/page-content.ts'
import { readPage } from '../content/read-page.ts'
import type { WebClient } from '../web-client.ts'
import type { FetchedPage } from './fetched-page.ts'
import { pageUrls, staysWithin } from './page-urls.ts'

export interface FetchPageOptions {
  readonly client: WebClient
  readonly userAgent: string
  readonly mode: ContentMode
  readonly signal: AbortSignal
}

/** Faults that a server without https shows; the same URL over http may still answer. */
const fallsBack: ReadonlySet<NetErrorReason> = new Set<NetErrorReason>([
  'connection_failed',
  'connection_lost',
  'connect_timeout',
  'tls_failed',
  'protocol_error',
])
/** Less than the time of a call, because http gets its turn afterwards. */
const upgradeConnectMs = 4_000

const accepted: Readonly<Record<ContentMode, string>> = {
  markdown: 'text/html, application/xhtml+xml, text/markdown;q=0.9, */*;q=0.8',
  text: 'text/html, application/xhtml+xml, text/plain;q=0.9, */*;q=0.8',
  raw: '*/*',
}

/** Fetches a URL, over https if that works, and reads the answer. Returns the error of the last attempt. */
export async function fetchPage(url: string, options: FetchPageOptions): Promise<FetchedPage | NetError> {
  const urls = pageUrls(url)
  let outcome = await request(urls[0] ?? url, urls, options)
  if (urls.length > 1 && outcome.type === 'error' && fallsBack.has(outcome.error.reason)) {
    outcome = await request(url, urls, options)
  }
  return outcome.type === 'error' ? outcome.error : await pageOf(outcome.response, options)
}

function request(
  url: string,
  urls: readonly string[],
  { client, userAgent, mode, signal }: FetchPageOptions,
): Promise<RequestOutcome<CompleteResponse>> {
  const isUpgrade = urls.length > 1 && url === urls[0]
  return client.request({
    url,
    headers: { accept: accepted[mode], 'accept-language': 'en, *;q=0.5', 'user-agent': userAgent },
    signal,
    redirect: (to) => staysWithin(urls, to),
    ...(isUpgrade && { limits: { connectMs: upgradeConnectMs } }),
  })
}

async function pageOf(response: CompleteResponse, { mode, signal }: FetchPageOptions): Promise<FetchedPage> {
  const { url, redirects, status, statusText, headers, body } = response
  const type = parseMediaType(headers.get('content-type'))
  const content = await readPage({ bytes: body, type, url }, mode, signal)
  const location = status >= 300 && status < 400 ? headers.get('location') : null
  const elsewhere = location === null ? undefined : URL.parse(location, url)?.href
  return {
    url,
    redirects,
    status,
    statusText,
    contentType: type.essence,
    bytes: body.byteLength,
    content,
    ...(elsewhere !== undefined && { elsewhere }),
    mayKeep: status === 200 && !/no-store/i.test(headers.get('cache-control') ?? ''),
  }
}
