import { elementsBelow, isElement, type PageElement, type PageNode, textOf } from './page-node.ts'

/** Elements that surround the content on every page of a site. */
const furniture: ReadonlySet<string> = new Set(['nav', 'footer', 'aside'])
const furnitureRoles: ReadonlySet<string> = new Set([
  'navigation',
  'banner',
  'contentinfo',
  'complementary',
  'search',
  'menu',
  'menubar',
  'toolbar',
])
/** The least part of the page's text that its `main` or `article` must hold to be taken for all of the content. */
const leastShare = 0.3

/** Returns true if an element is navigation or similar, by its name or role. */
function isFurniture({ name, attributes }: PageElement): boolean {
  return furniture.has(name) || furnitureRoles.has(attributes.role ?? '')
}

/** Returns the nodes without navigation, footers and side bars, or all of them if nothing else is left. */
export function withoutFurniture(nodes: readonly PageNode[]): readonly PageNode[] {
  const kept = prune(nodes)
  return textOf(kept) === '' ? nodes : kept
}

function prune(nodes: readonly PageNode[]): PageNode[] {
  return nodes.flatMap((node): PageNode[] => {
    if (!isElement(node)) return [node]
    return isFurniture(node) ? [] : [{ ...node, children: prune(node.children) }]
  })
}

/**
 * The element that the page itself marks as its content (`main`, else a lone `article`), if it holds a fair share of the
 * text.
 */
export function markedContent(nodes: readonly PageNode[]): PageElement | undefined {
  const elements = elementsBelow(nodes, (element) => !isFurniture(element))
  const mains = elements.filter(({ name, attributes }) => name === 'main' || attributes.role === 'main')
  const articles = elements.filter(({ name }) => name === 'article')
  const [candidate, ...others] = mains.length > 0 ? mains : articles
  if (candidate === undefined || others.length > 0) return undefined
  const share = textOf(candidate.children).length / Math.max(1, textOf(prune(nodes)).length)
  return share >= leastShare ? candidate : undefined
}
