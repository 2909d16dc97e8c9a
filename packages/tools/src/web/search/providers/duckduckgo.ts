import { elementsBelow, type PageElement, type PageNode, textOf } from '../../html/page-node.ts'
import { parsePage } from '../../html/parse-page.ts'
import { ignoring, type SearchAnswer, type SearchProvider } from '../search-provider.ts'

/** DuckDuckGo's page for browsers without scripts: no key, and no promise that it stays as it is. */
export function duckduckgo(endpoint: string): SearchProvider {
  return {
    name: 'duckduckgo',
    request: ({ query, freshness }) => {
      const form = new URLSearchParams({ q: query, b: '' })
      if (freshness?.type === 'within') form.set('df', freshness.unit.slice(0, 1))
      if (freshness?.type === 'between') form.set('df', `${freshness.from}..${freshness.to}`)
      return {
        url: endpoint,
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
        body: form.toString(),
      }
    },
    read: (body) => readResults(parsePage(body).nodes),
    ignored: (query) => ignoring(query, 'country'),
  }
}

function readResults(nodes: readonly PageNode[]): readonly SearchAnswer[] {
  const results = elementsBelow(nodes).filter((element) => hasClass(element, 'result'))
  const answers = results.filter((result) => !hasClass(result, 'result--ad')).flatMap(readResult)
  if (answers.length > 0 || hasElement(nodes, 'no-results')) return answers
  throw new TypeError('it answered with a page without results, as it does when it rejects programs')
}

function readResult(result: PageElement): readonly SearchAnswer[] {
  const elements = elementsBelow(result.children)
  const link = elements.find((element) => hasClass(element, 'result__a'))
  const url = link && linkTarget(link.attributes.href ?? '')
  if (link === undefined || url === undefined) return []
  const snippet = elements.find((element) => hasClass(element, 'result__snippet'))
  return [{ title: textOf(link.children), url, snippet: textOf(snippet?.children ?? []) }]
}

/** Links lead through a counting page that names the target in `uddg`. */
function linkTarget(href: string): string | undefined {
  const url = URL.parse(href, 'https://duckduckgo.com/')
  const target = url?.searchParams.get('uddg') ?? url?.href
  return target !== undefined && /^https?:\/\//i.test(target) ? target : undefined
}

function hasElement(nodes: readonly PageNode[], className: string): boolean {
  return elementsBelow(nodes).some((element) => hasClass(element, className))
}

function hasClass({ attributes }: PageElement, className: string): boolean {
  return (attributes.class ?? '').split(/\s+/).includes(className)
}
