import { isBlockName } from './element-kinds.ts'
import { isExponent } from './inline-markdown.ts'
import { isSelfLink } from './is-self-link.ts'
import type { PageNode } from './page-node.ts'

/** Renders nodes as plain text: a line a block, an empty one between paragraphs, cells apart by tabs. */
export function toText(nodes: readonly PageNode[]): string {
  const lines = write(nodes, false).split('\n')
  const isBlank = lines.map((line) => /^[ \t]*$/.test(line))
  return lines
    .map((line, index) => (isBlank[index] === true ? '' : isBlank[index + 1] === true ? line.trimEnd() : line))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function write(nodes: readonly PageNode[], literal: boolean): string {
  return nodes
    .map((node) => {
      if (node.type === 'text') return literal ? node.text : node.text.replace(/\s+/g, ' ')
      switch (node.name) {
        case 'br':
          return '\n'
        case 'img':
          return node.attributes.alt ?? ''
        case 'sup':
          return `${isExponent(node.children) ? '^' : ''}${write(node.children, literal)}`
        case 'a':
          return isSelfLink(node) ? '' : write(node.children, literal)
        case 'pre':
          return `\n\n${write(node.children, true)}\n\n`
        case 'td':
        case 'th':
          return `${write(node.children, literal).trim()}\t`
        case 'li':
        case 'tr':
        case 'dt':
        case 'dd':
          return `\n${write(node.children, literal).trim()}`
        default: {
          const content = write(node.children, literal)
          return isBlockName(node.name) ? `\n\n${literal ? content : content.trim()}\n\n` : content
        }
      }
    })
    .join('')
}
