import { Parser } from 'htmlparser2'
import { linkUrl } from '../html/link-url.ts'
import { parsePage } from '../html/parse-page.ts'
import { toMarkdown } from '../html/to-markdown.ts'
import type { PageContent } from './page-content.ts'

/** Entries shown; the rest is counted. */
const mostEntries = 100

/** An RSS, RDF or Atom feed as a list of its entries; undefined for XML that is none. */
export function readFeed(xml: string, url: string): PageContent | undefined {
  const feed = parseFeed(xml)
  if (feed === undefined) return undefined
  const entries = feed.entries.map(({ title, link, date: written, description }) => {
    const target = linkUrl(link, url)
    const name = inlineText(title ?? 'Untitled')
    const heading = target === undefined ? `## ${name}` : `## [${name}](${target})`
    const time = new Date(written ?? '')
    const date = Number.isNaN(time.getTime()) ? '' : time.toISOString()
    const body = toMarkdown(parsePage(description ?? '').nodes, url)
    return [heading, date, body].filter((part) => part !== '').join('\n\n')
  })
  const title = inlineText(feed.head.title ?? '')
  const head = [title === '' ? '' : `# ${title}`, toMarkdown(parsePage(feed.head.description ?? '').nodes, url)]
  const omitted = feed.count - entries.length
  return {
    text: [...head, ...entries].filter((part) => part !== '').join('\n\n'),
    title,
    mediaType: 'text/markdown',
    reader: 'feed',
    notes: omitted > 0 ? [`${omitted} more entries are not shown; mode raw has them all.`] : [],
  }
}

type Field = 'title' | 'link' | 'date' | 'description'

type Fields = Partial<Record<Field, string>>

interface Feed {
  readonly head: Fields
  /** The first ones. */
  readonly entries: readonly Fields[]
  readonly count: number
}

const roots: ReadonlySet<string> = new Set(['rss', 'feed', 'rdf:RDF'])

/** If an entry has several of these, the first counts. */
const fieldNames: ReadonlyMap<string, Field> = new Map([
  ['title', 'title'],
  ['link', 'link'],
  ['pubDate', 'date'],
  ['dc:date', 'date'],
  ['updated', 'date'],
  ['published', 'date'],
  ['description', 'description'],
  ['summary', 'description'],
  ['subtitle', 'description'],
  ['content', 'description'],
  ['content:encoded', 'description'],
])

/**
 * Parses a feed in one pass, for any nesting: fields are the direct children of an entry, or of the parent of the
 * entries.
 */
function parseFeed(xml: string): Feed | undefined {
  const head: Fields = {}
  const entries: Fields[] = []
  let count = 0
  let isFeed: boolean | undefined
  let depth = 0
  /** The innermost element that has fields, and how deep it is. */
  let holder: { readonly fields: Fields; readonly depth: number; readonly isEntry: boolean } | undefined
  let open: { readonly field: Field; readonly depth: number; text: string } | undefined

  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1
        if (isFeed === undefined) {
          isFeed = roots.has(name)
          if (name === 'feed') holder = { fields: head, depth, isEntry: false }
        } else if (name === 'channel' && depth === 2) holder = { fields: head, depth, isEntry: false }
        else if ((name === 'item' || name === 'entry') && holder?.isEntry !== true) {
          count += 1
          holder = { fields: {}, depth, isEntry: true }
          if (entries.length < mostEntries) entries.push(holder.fields)
          open = undefined
        } else if (holder !== undefined && open === undefined && depth === holder.depth + 1) {
          const field = fieldNames.get(name)
          if (field !== undefined && holder.fields[field] === undefined)
            open = { field, depth, text: field === 'link' ? (attributes.href ?? '') : '' }
        }
      },
      onclosetag() {
        if (open?.depth === depth) {
          const text = open.text.trim()
          if (text !== '' && holder !== undefined) holder.fields[open.field] = text
          open = undefined
        }
        if (holder?.isEntry === true && holder.depth === depth)
          holder = { fields: head, depth: depth - 1, isEntry: false }
        depth -= 1
      },
      ontext(text) {
        if (open !== undefined) open.text += text
      },
    },
    { xmlMode: true },
  )
  for (let at = 0; at < xml.length && isFeed !== false && depth <= deepestRead; at += pieceLength)
    parser.write(xml.slice(at, at + pieceLength))
  if (isFeed !== true) return undefined
  if (depth <= deepestRead) parser.end()
  return { head, entries, count }
}

/** Beyond this depth the parser's own stack grows too slow; no feed comes near. */
const deepestRead = 2_000
const pieceLength = 16_384

function inlineText(html: string): string {
  return toMarkdown(parsePage(html).nodes, 'https://feed.invalid/').replace(/\s+/g, ' ')
}
