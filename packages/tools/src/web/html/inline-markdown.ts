import { fenceFor } from './back-ticks.ts'
import { isBlockName } from './element-kinds.ts'
import { isSelfLink } from './is-self-link.ts'
import { linkUrl } from './link-url.ts'
import { collapse, type PageElement, type PageNode, textOf } from './page-node.ts'

/** The context of inline content. */
export interface InlineOptions {
  readonly base: string
  /** Content of one line, as in a heading or a table cell: line breaks become spaces. */
  readonly oneLine?: boolean
  readonly inLink?: boolean
}

const marks: ReadonlyMap<string, string> = new Map([
  ['strong', '**'],
  ['b', '**'],
  ['em', '_'],
  ['i', '_'],
  ['cite', '_'],
  ['dfn', '_'],
  ['del', '~~'],
  ['s', '~~'],
  ['strike', '~~'],
])
const code: ReadonlySet<string> = new Set(['code', 'kbd', 'samp', 'tt', 'var'])

/** Inline content as Markdown, white space collapsed. */
export function inlineMarkdown(nodes: readonly PageNode[], options: InlineOptions): string {
  return write(nodes, options)
    .replace(/[ \t]{2,}/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim()
}

function write(nodes: readonly PageNode[], options: InlineOptions): string {
  let markdown = ''
  for (const node of nodes) markdown += node.type === 'text' ? prose(node.text) : element(node, options)
  return markdown
}

/** Words stay as they are, but for what would be taken for a tag: Markdown lets HTML through. */
function prose(text: string): string {
  const line = text.replace(/[\s\uE000-\uF8FF]+/g, ' ')
  return line.includes('<') ? line.replace(/<(?=[a-z/!?])/gi, '&lt;') : line
}

function element(node: PageElement, options: InlineOptions): string {
  const { name, children } = node
  const mark = marks.get(name)
  if (mark !== undefined) return wrapped(mark, write(children, options), mark)
  if (code.has(name)) return codeSpan(textOf(children))
  switch (name) {
    case 'a':
      return anchor(node, options)
    case 'img':
      return image(node, options)
    case 'br':
      return options.oneLine ? ' ' : '\n'
    case 'q':
      return `"${write(children, options)}"`
    case 'sup':
      return `${isExponent(children) ? '^' : ''}${write(children, options)}`
    default:
      return isBlockName(name) ? ` ${write(children, options)} ` : write(children, options)
  }
}

/** Returns true if a superscript would change the meaning of a number if it were written on the line. */
export function isExponent(nodes: readonly PageNode[]): boolean {
  return /^[\w+-]+$/.test(textOf(nodes))
}

/** White space at the edges goes outside: marks must touch their text. */
function wrapped(start: string, content: string, end: string): string {
  const inner = content.trim()
  if (inner === '') return content
  if (inner.length === content.length) return `${start}${content}${end}`
  const at = content.indexOf(inner)
  return `${content.slice(0, at)}${start}${inner}${end}${content.slice(at + inner.length)}`
}

/** Between as many back-ticks as the code needs. */
function codeSpan(text: string): string {
  if (text === '') return ''
  if (!text.includes('`')) return `\`${text}\``
  const fence = fenceFor(text, 1)
  return `${fence} ${text} ${fence}`
}

function anchor(node: PageElement, options: InlineOptions): string {
  if (isSelfLink(node)) return ''
  const { attributes, children } = node
  const content = write(children, { ...options, inLink: true, oneLine: true })
  const url = options.inLink ? undefined : linkUrl(attributes.href, options.base)
  if (url === undefined) return content
  const label = content.trim() === '' ? prose(attributes['aria-label'] ?? attributes.title ?? '') : content
  return wrapped('[', label, `](${url})`)
}

function image({ attributes }: PageElement, { base }: InlineOptions): string {
  const alt = prose(collapse((attributes.alt ?? '').replace(/[[\]]/g, ' ')))
  const url = linkUrl(attributes.src, base)
  return url === undefined || url.startsWith('#') ? alt : `![${alt}](${url})`
}
