import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import type { PageNode } from './page-node.ts'
import { parsePage } from './parse-page.ts'
import { serializePage } from './serialize-page.ts'

/** Longer pages are not worth the time, in characters of HTML: they are references more often than articles. */
const longestRead = 400_000

/** The article that Mozilla's Readability finds on a page, if any. */
export function readableArticle(nodes: readonly PageNode[]): readonly PageNode[] | undefined {
  const html = serializePage(nodes)
  if (html.length > longestRead) return undefined
  const { document } = parseHTML(`<!doctype html><html><head></head><body>${html}</body></html>`)
  const article = new Readability(document, { charThreshold: 200, maxElemsToParse: 20_000 }).parse()
  return article?.content ? parsePage(article.content).nodes : undefined
}
