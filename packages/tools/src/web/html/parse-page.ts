import { Parser } from 'htmlparser2'
import { isBlockName } from './element-kinds.ts'
import { isHiddenElement } from './hidden-element.ts'
import { collapse, type PageNode } from './page-node.ts'

/** A page as a reader sees it. */
export interface ParsedPage {
  readonly nodes: readonly PageNode[]
  readonly title: string
  /** The page's own base for relative links, if it has one. */
  readonly base: string | undefined
  /** True if the rest was not read, since the page is nested too deeply. */
  readonly cut: boolean
}

/** An element while its content is being read. */
interface OpenElement {
  readonly children: PageNode[]
  isBlock: boolean
}

/** Deeper elements become part of the last one within: walks over the tree are recursive. */
const deepestKept = 200
/** Beyond this depth the parser's own stack grows too slow; no page for readers comes near. */
const deepestRead = 2_000
const pieceLength = 16_384

/** Parses HTML of any quality, leaving out comments, scripts and hidden elements with all they hold. */
export function parsePage(html: string): ParsedPage {
  const root: OpenElement = { children: [], isBlock: true }
  const open = [root]
  let depth = 0
  let hiddenAt: number | undefined
  let titleAt: number | undefined
  let title: string | undefined
  let base: string | undefined

  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1
      if (name === 'base') base ??= attributes.href
      if (name === 'title' && title === undefined) {
        title = ''
        titleAt = depth
      }
      if (hiddenAt !== undefined) return
      if (name === 'title' || isHiddenElement(name, attributes)) hiddenAt = depth
      else if (depth <= deepestKept) openElement(open, name, attributes)
    },
    onclosetag() {
      if (titleAt === depth) titleAt = undefined
      if (hiddenAt === depth) hiddenAt = undefined
      else if (hiddenAt === undefined && depth <= deepestKept) open.pop()
      depth -= 1
    },
    ontext(text) {
      if (titleAt !== undefined) title += text
      if (hiddenAt === undefined) appendText(open.at(-1)?.children, text)
    },
  })
  let at = 0
  for (; at < html.length && depth <= deepestRead; at += pieceLength) parser.write(html.slice(at, at + pieceLength))
  const cut = at < html.length
  if (!cut) parser.end()
  return { nodes: root.children, title: collapse(title ?? ''), base, cut }
}

function openElement(open: OpenElement[], name: string, attributes: Readonly<Record<string, string>>): void {
  const isBlock = isBlockName(name)
  const element = { type: 'element', name, attributes, children: [], isBlock } as const satisfies PageNode & OpenElement
  open.at(-1)?.children.push(element)
  if (isBlock) for (let index = open.length - 1; index > 0; index -= 1) markBlock(open[index])
  open.push(element)
}

/** An element that contains a block is a block, regardless of its name: a link around a card, a custom element. */
function markBlock(element: OpenElement | undefined): void {
  if (element !== undefined) element.isBlock = true
}

/** The parser hands out a text in pieces around its entities; they belong together. */
function appendText(siblings: PageNode[] | undefined, text: string): void {
  const last = siblings?.at(-1)
  if (last?.type === 'text') siblings?.splice(-1, 1, { type: 'text', text: last.text + text })
  else siblings?.push({ type: 'text', text })
}
