import type { Node } from 'web-tree-sitter'
import type { SymbolKind } from '../language/index.ts'

/** The longest signature that is shown whole, in characters. */
const maxLength = 160

export interface Declaration {
  readonly node: Node
  readonly name: Node
  readonly kind: SymbolKind
  readonly text: string
}

/**
 * Returns a declaration up to its body, on one line. One that is too long ends after its name: a cut in the midst could leave half a
 * secret, which no scrubber knows.
 */
export function signatureOf({ node, name, kind, text }: Declaration): string {
  const start = startOf(node)
  const head = oneLine(text.slice(start, endOf(node, name, kind, text)))
  if (head.length <= maxLength) return head
  const short = oneLine(text.slice(start, name.endIndex))
  return `${short.length <= maxLength ? short : name.text.slice(0, maxLength)}…`
}

/** Returns the start with words such as `export const`, which the grammar counts to an outer node. */
function startOf(node: Node): number {
  const { parent } = node
  if (parent === null) return node.startIndex
  const isOnlyOne = /^(lexical|type|const|var)_declaration$/.test(parent.type) && parent.namedChildCount === 1
  return isOnlyOne || parent.type === 'export_statement' ? startOf(parent) : node.startIndex
}

/** The value of a constant may be long or secret, so that only its name and type are shown. */
function endOf(node: Node, name: Node, kind: SymbolKind, text: string): number {
  const body = node.childForFieldName('body') ?? node.childForFieldName('value')?.childForFieldName('body')
  if (body !== undefined && body !== null) return body.startIndex
  switch (kind) {
    case 'constant':
    case 'property': {
      const type = node.childForFieldName('type')
      return type !== null && type.startIndex > name.endIndex ? type.endIndex : name.endIndex
    }
    case 'type':
    case 'macro':
      return name.endIndex
    case 'function':
    case 'method':
      return node.endIndex
    case 'class':
    case 'interface':
    case 'struct':
    case 'trait':
    case 'implementation':
    case 'enum':
    case 'module': {
      const rest = text.slice(name.endIndex, node.endIndex)
      const end = rest.search(/\{|\n/)
      return end < 0 ? node.endIndex : name.endIndex + end
    }
    default:
      return kind satisfies never
  }
}

function oneLine(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/(\s|\{|:|;|=>|=|\bend\b)+$/, '')
    .trim()
}
