import { codeBlock } from './code-block.ts'
import { inlineMarkdown } from './inline-markdown.ts'
import { isElement, type PageElement, type PageNode } from './page-node.ts'
import { isLayoutTable, tableMarkdown, tableRows } from './table-markdown.ts'

/**
 * Renders nodes as Markdown with absolute links: ATX headings, fenced code, pipe tables, `-` and `1.` lists. No HTML is left in
 * it; a tag in the page's own text is written `&lt;`.
 */
export function toMarkdown(nodes: readonly PageNode[], base: string): string {
  const blocks: string[] = []
  writeBlocks(nodes, blocks, base)
  return blocks.join('\n\n')
}

function writeBlocks(nodes: readonly PageNode[], blocks: string[], base: string): void {
  let inlineFrom = 0
  for (const [index, node] of nodes.entries()) {
    if (!isElement(node) || !node.isBlock) continue
    if (index > inlineFrom) add(inlineMarkdown(nodes.slice(inlineFrom, index), { base }), blocks)
    const block = blockMarkdown(node, base)
    if (block === undefined) writeBlocks(contentsOf(node), blocks, base)
    else add(block, blocks)
    inlineFrom = index + 1
  }
  if (inlineFrom < nodes.length) add(inlineMarkdown(nodes.slice(inlineFrom), { base }), blocks)
}

/** A block that Markdown has a form for; undefined for one that only holds others. */
function blockMarkdown(element: PageElement, base: string): string | undefined {
  const { name, children } = element
  switch (name) {
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6': {
      const heading = inlineMarkdown(children, { base, oneLine: true })
      return heading === '' ? '' : `${'#'.repeat(Number(name[1]))} ${heading}`
    }
    case 'a':
      return inlineMarkdown([element], { base })
    case 'hr':
      return '---'
    case 'pre':
      return codeBlock(element)
    case 'blockquote':
      return indented(toMarkdown(children, base), '> ', '> ')
    case 'ul':
    case 'ol':
    case 'menu':
    case 'dir':
      return list(element, base)
    case 'table':
      return isLayoutTable(element) ? undefined : tableMarkdown(element, base)
    default:
      return undefined
  }
}

function contentsOf(element: PageElement): readonly PageNode[] {
  const cells = element.name === 'table' ? tableRows(element).flat() : []
  return cells.length > 0 ? cells : element.children
}

function list({ name, attributes, children }: PageElement, base: string): string {
  const start = Number.parseInt(attributes.start ?? '1', 10) || 1
  const items = children
    .map((child) => tight(toMarkdown(isElement(child, 'li') ? child.children : [child], base)))
    .filter((item) => item !== '')
  const written = items.map((item, index) => {
    const mark = name === 'ol' ? `${start + index}. ` : '- '
    return indented(item, mark, ' '.repeat(mark.length))
  })
  return written.join(items.some((item) => item.includes('\n\n')) ? '\n\n' : '\n')
}

/** A line of text and the list below it belong together. */
function tight(item: string): string {
  return item.replace(/^([^\n]+)\n\n(?=- |\d+\. )/, '$1\n')
}

/** Every line behind a mark: the first behind its own, empty ones without trailing blanks. */
function indented(markdown: string, first: string, rest: string): string {
  if (markdown === '') return ''
  if (!markdown.includes('\n')) return `${first}${markdown}`
  const [head, ...lines] = markdown.split('\n')
  return [`${first}${head}`, ...lines.map((line) => (line === '' ? rest.trimEnd() : `${rest}${line}`))].join('\n')
}

function add(markdown: string, blocks: string[]): void {
  if (markdown !== '') blocks.push(markdown)
}
