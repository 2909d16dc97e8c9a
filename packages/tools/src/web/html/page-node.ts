/** An element of a parsed page. Its attributes are read by names of ours alone, never by a name from the page. */
export interface PageElement {
  readonly type: 'element'
  /** Lower case. */
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly PageNode[]
  /** True if it is a block or contains one, so that it cannot be part of a paragraph. */
  readonly isBlock: boolean
}

export interface PageText {
  readonly type: 'text'
  readonly text: string
}

/** The visible parts of a page: comments, scripts and hidden elements are left out. */
export type PageNode = PageElement | PageText

/** Returns true if a node is an element, with one of these names if any are given. */
export function isElement(node: PageNode, ...names: readonly string[]): node is PageElement {
  return node.type === 'element' && (names.length === 0 || names.includes(node.name))
}

/** All elements below, in the order of the page; `enter` says no to a branch that is not to be looked into. */
export function elementsBelow(
  nodes: readonly PageNode[],
  enter: (element: PageElement) => boolean = () => true,
): readonly PageElement[] {
  const found: PageElement[] = []
  const collect = (siblings: readonly PageNode[]): void => {
    for (const node of siblings) {
      if (node.type !== 'element' || !enter(node)) continue
      found.push(node)
      collect(node.children)
    }
  }
  collect(nodes)
  return found
}

/** The visible text of a node, white space collapsed. */
export function textOf(nodes: readonly PageNode[]): string {
  const parts: string[] = []
  collectText(nodes, parts)
  return collapse(parts.join(''))
}

function collectText(nodes: readonly PageNode[], parts: string[]): void {
  for (const node of nodes) {
    if (node.type === 'text') parts.push(node.text)
    else if (node.name === 'br') parts.push(' ')
    else collectText(node.children, parts)
  }
}

/** A text on one line, without white space at its ends. */
export function collapse(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
