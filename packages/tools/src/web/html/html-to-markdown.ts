import { parsePage } from './parse-page.ts'
import { toMarkdown } from './to-markdown.ts'

/** All that is visible of a page as Markdown, its links relative to `url`. */
export function htmlToMarkdown(html: string, url: string): string {
  return toMarkdown(parsePage(html).nodes, url)
}
