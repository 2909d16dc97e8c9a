import { inlineMarkdown } from './inline-markdown.ts'
import { elementsBelow, isElement, type PageElement, type PageNode } from './page-node.ts'

const rowGroups = ['thead', 'tbody', 'tfoot', 'tr']

/**
 * Returns the cells of a table, row by row. The parser does not always restore omitted tags: rows are found at any
 * depth, and removed from the cell that contains them.
 */
export function tableRows(table: PageElement): readonly (readonly PageElement[])[] {
  const rows = elementsBelow(table.children, ({ name }) => name !== 'table').filter(isRow)
  return rows.map(({ children }) => children.filter(isCell).map(withoutRows)).filter((cells) => cells.length > 0)
}

function withoutRows(cell: PageElement): PageElement {
  return { ...cell, children: cell.children.filter((child) => !isElement(child, ...rowGroups)) }
}

function isRow(node: PageNode): node is PageElement {
  return isElement(node, 'tr')
}

function isCell(node: PageNode): node is PageElement {
  return isElement(node, 'td', 'th')
}

/** Blocks that no cell of Markdown can hold. */
const layoutContent: ReadonlySet<string> = new Set(['table', 'pre', 'h1', 'h2', 'h3', 'blockquote'])

/** Returns true if a table is for layout or listings, not data: one column, or content that does not fit in a cell. */
export function isLayoutTable(table: PageElement): boolean {
  const { role } = table.attributes
  if (role === 'presentation' || role === 'none') return true
  if (!tableRows(table).some((cells) => cells.length > 1)) return true
  return elementsBelow(table.children).some(({ name }) => layoutContent.has(name))
}

/** Beyond this size rows stay as long as they are, so that a small page cannot become a large text. */
const mostFilledCells = 20_000
/** More columns than any cell spans. */
const widestSpan = 50

/**
 * A table of data below its caption: its first row is the head, short rows are filled up, a cell over several columns is
 * followed by empty ones.
 */
export function tableMarkdown(table: PageElement, base: string): string {
  const captions = table.children.filter((child) => isElement(child, 'caption'))
  const caption = inlineMarkdown(captions, { base, oneLine: true })
  const rows = tableRows(table)
  const isSmall = rows.flat().length * widestSpan <= mostFilledCells
  const contents = rows.map((cells) =>
    cells.flatMap((cell) => [contentOf(cell, base), ...emptyCells(isSmall ? spanOf(cell) - 1 : 0)]),
  )
  const columns = contents.reduce((most, cells) => Math.max(most, cells.length), 0)
  const width = columns * contents.length <= mostFilledCells ? columns : 0
  const lines = contents.map((cells) => `| ${[...cells, ...emptyCells(width - cells.length)].join(' | ')} |`)
  const rule = `|${' --- |'.repeat(Math.max(width, contents[0]?.length ?? 0))}`
  const written = [lines[0], rule, ...lines.slice(1)].join('\n')
  return caption === '' ? written : `${caption}\n\n${written}`
}

function contentOf(cell: PageElement, base: string): string {
  return inlineMarkdown(cell.children, { base, oneLine: true }).replaceAll('|', '\\|')
}

function emptyCells(count: number): readonly string[] {
  return count > 0 ? new Array<string>(count).fill('') : []
}

function spanOf({ attributes }: PageElement): number {
  const span = Number(attributes.colspan ?? 1)
  return Number.isInteger(span) && span > 1 && span <= widestSpan ? span : 1
}
