import { parseFeed } from 'htmlparser2'
import { linkUrl } from '../html/link-url.ts'
import { parsePage } from '../html/parse-page.ts'
import { toMarkdown } from '../html/to-markdown.ts'
import type { PageContent } from './page-content.ts'

/** Entries shown; the rest is counted. */
const mostEntries = 100

/** An RSS, RDF or Atom feed as a list of its entries; undefined for XML that is none. */
export function readFeed(xml: string, url: string): PageContent | undefined {
  const feed = parseFeed(xml, { xmlMode: true })
  if (feed === null) return undefined
  const entries = feed.items.slice(0, mostEntries).map(({ title, link, pubDate, description }) => {
    const target = linkUrl(link, url)
    const name = inlineText(title ?? 'Untitled')
    const heading = target === undefined ? `## ${name}` : `## [${name}](${target})`
    const date = pubDate !== undefined && !Number.isNaN(pubDate.getTime()) ? pubDate.toISOString() : ''
    const body = toMarkdown(parsePage(description ?? '').nodes, url)
    return [heading, date, body].filter((part) => part !== '').join('\n\n')
  })
  const title = inlineText(feed.title ?? '')
  const head = [title === '' ? '' : `# ${title}`, toMarkdown(parsePage(feed.description ?? '').nodes, url)]
  const omitted = feed.items.length - entries.length
  return {
    text: [...head, ...entries].filter((part) => part !== '').join('\n\n'),
    title,
    mediaType: 'text/markdown',
    reader: 'feed',
    notes: omitted > 0 ? [`${omitted} more entries are not shown; mode raw has them all.`] : [],
  }
}

function inlineText(html: string): string {
  return toMarkdown(parsePage(html).nodes, 'https://feed.invalid/').replace(/\s+/g, ' ')
}
