import type { ConfigPath } from '@drawbridge/core'
import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import type { ConfigProblem } from './config-problem.ts'

/** A configuration file as text and tree, which knows where each of its values stands. */
export interface ConfigDocument {
  readonly file: string
  /** Undefined for an empty file. */
  readonly root: Node | undefined
  /** What is no JSON with comments. */
  readonly syntaxProblems: readonly ConfigProblem[]
  problemAt(offset: number, message: string): ConfigProblem
  /** The value at a path, or the nearest one around it that exists; for a key the place of its name. */
  offsetOf(path: ConfigPath, key?: string): number
}

export function readConfigDocument(file: string, text: string): ConfigDocument {
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true })
  const problemAt = (offset: number, message: string) => ({ file, ...positionAt(text, offset), message })
  return {
    file,
    root,
    syntaxProblems: errors.map(({ error, offset }) =>
      problemAt(offset, `This is no JSON: ${readable(printParseErrorCode(error))}.`),
    ),
    problemAt,
    offsetOf: (path, key) => {
      const node = nearestNode(root, path)
      return (key === undefined ? undefined : keyNode(node, key)?.offset) ?? node?.offset ?? 0
    },
  }
}

function positionAt(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/)
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

function nearestNode(root: Node | undefined, path: ConfigPath): Node | undefined {
  if (root === undefined) return undefined
  for (let length = path.length; length >= 0; length -= 1) {
    const node = findNodeAtLocation(root, path.slice(0, length))
    if (node !== undefined) return node
  }
  return root
}

function keyNode(node: Node | undefined, key: string): Node | undefined {
  if (node?.type !== 'object') return undefined
  return node.children?.find((property) => property.children?.[0]?.value === key)?.children?.[0]
}

/** `PropertyNameExpected` becomes `property name expected`. */
function readable(code: string): string {
  return code.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
}
