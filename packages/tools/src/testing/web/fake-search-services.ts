import type { IncomingMessage, RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'

/** A request that a service received. */
export interface SeenRequest {
  readonly method: string | undefined
  readonly path: string
  readonly parameters: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** One result as each service words it. */
const found = {
  title: 'A <strong>find</strong> &amp; more',
  url: 'https://found.example/?a=1&b=2',
  words: 'Some <b>words</b>.',
}

/** Answers in the wire formats of the services, as their documentation shows them. */
export const answersOf = {
  searxng: JSON.stringify({
    query: 'q',
    number_of_results: 0,
    results: [{ url: found.url, title: found.title, content: found.words, engine: 'x', score: 1, category: 'general' }],
    answers: [],
    suggestions: [],
    unresponsive_engines: [],
  }),
  brave: JSON.stringify({
    type: 'search',
    query: { original: 'q', more_results_available: true },
    web: {
      type: 'search',
      results: [{ title: found.title, url: found.url, description: found.words, language: 'en' }],
    },
  }),
  tavily: JSON.stringify({
    query: 'q',
    answer: null,
    images: [],
    results: [{ title: found.title, url: found.url, content: found.words, score: 0.9, raw_content: null }],
    response_time: 1.1,
  }),
  exa: JSON.stringify({
    requestId: 'r',
    results: [
      { id: found.url, title: found.title, url: found.url, publishedDate: null, author: null, text: found.words },
    ],
    costDollars: { total: 0.005 },
  }),
  duckduckgo: `<html><body><div class="serp__results"><div id="links" class="results">
<div class="result results_links result--ad"><h2 class="result__title"><a class="result__a" href="https://ad.example/">Ad</a></h2></div>
<div class="result results_links results_links_deep web-result"><div class="links_main links_deep result__body">
<h2 class="result__title"><a rel="nofollow" class="result__a" href="//duckduckgo.com/l/?uddg=${encodeURIComponent(found.url)}&amp;rut=0a1b">A <b>find</b> &amp; more</a></h2>
<a class="result__snippet" href="//duckduckgo.com/l/?uddg=x">${found.words}</a></div></div></div></div></body></html>`,
} as const

/** Remembers what it is asked and answers with a body, by default with status 200. */
export function searchService(body: string, status = 200) {
  const seen: SeenRequest[] = []
  const listener: RequestListener = async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://service.invalid')
    const { method, headers } = request
    seen.push({ method, path: pathname, parameters: searchParams, headers, body: await text(request) })
    response.writeHead(status).end(body)
  }
  return { listener, seen }
}
