import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import type { PageNode } from './page-node.ts'
import { parsePage } from './parse-page.ts'

const voidElements: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'wbr', 'col', 'area', 'source', 'track', 'embed'])

const attributeName = /^[a-z_][\w:.-]*$/

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

/** Writes nodes as HTML again, well formed. */
function serializePage(nodes: readonly PageNode[]): string {
  return nodes
    .map((node) => {
      if (node.type === 'text') return escapeHtml(node.text)
      const attributes = Object.entries(node.attributes).flatMap(([name, value]) =>
        attributeName.test(name) ? [` ${name}="${escapeHtml(value)}"`] : [],
      )
      const start = `<${node.name}${attributes.join('')}>`
      return voidElements.has(node.name) ? start : `${start}${serializePage(node.children)}</${node.name}>`
    })
    .join('')
}

/** Escapes a text for HTML content and quoted attributes. */
function escapeHtml(text: string): string {
  if (!/[&<>"]/.test(text)) return text
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
}
