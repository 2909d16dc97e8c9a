import { markedContent, withoutFurniture } from './main-content.ts'
import { type PageNode, textOf } from './page-node.ts'

/** Less than this part of the text left, and Readability has thrown away more than furniture. */
const leastShare = 0.6

/**
 * Returns the main content of a page: the part that the page marks; else the article that Readability finds, if that is
 * most of the text; else everything except navigation.
 */
export async function readableContent(nodes: readonly PageNode[]): Promise<readonly PageNode[]> {
  const marked = markedContent(nodes)
  if (marked !== undefined) return withoutFurniture(marked.children)
  const rest = withoutFurniture(nodes)
  // Loaded with the first page that does not mark its content: most do.
  const { readableArticle } = await import('./readable-article.ts')
  const article = readableArticle(rest)
  if (article === undefined) return rest
  const share = textOf(article).length / Math.max(1, textOf(rest).length)
  return share >= leastShare ? article : rest
}
