import type { PageNode } from './page-node.ts'

const voidElements: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'wbr', 'col', 'area', 'source', 'track', 'embed'])
const attributeName = /^[a-z_][\w:.-]*$/

/** Writes nodes as HTML again, well formed. */
export function serializePage(nodes: readonly PageNode[]): string {
  return nodes
    .map((node) => {
      if (node.type === 'text') return escapeHtml(node.text)
      const attributes = Object.entries(node.attributes).flatMap(([name, value]) =>
        attributeName.test(name) ? [` ${name}="${escapeHtml(value)}"`] : [],
      )
      const start = `<${node.name}${attributes.join('')}>`
      return voidElements.has(node.name) ? start : `${start}${serializePage(node.children)}</${node.name}>`
    })
    .join('')
}

/** Escapes a text for HTML content and quoted attributes. */
function escapeHtml(text: string): string {
  if (!/[&<>"]/.test(text)) return text
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
}
