import { parsePage } from '../html/parse-page.ts'
import { readableContent } from '../html/readable-content.ts'
import { toMarkdown } from '../html/to-markdown.ts'
import { toText } from '../html/to-text.ts'
import type { PageContent } from './page-content.ts'

/** The readable part of a page, as Markdown or plain text. */
export async function readHtml(html: string, url: string, mode: 'markdown' | 'text'): Promise<PageContent> {
  const page = parsePage(html)
  const base = URL.parse(page.base ?? '', url)?.href ?? url
  const nodes = await readableContent(page.nodes)
  const text = mode === 'markdown' ? toMarkdown(nodes, base) : toText(nodes)
  return {
    text,
    title: page.title,
    mediaType: mode === 'markdown' ? 'text/markdown' : 'text/plain',
    reader: 'html',
    notes: [
      ...(page.cut ? ['The page is nested too deeply; the rest was not read.'] : []),
      ...(text === '' ? ['The page shows no text without scripts; mode raw has its source.'] : []),
    ],
  }
}
