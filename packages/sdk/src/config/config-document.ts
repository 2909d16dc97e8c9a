import type { ConfigPath } from '@drawbridge/core/policy'
import {
  createScanner,
  findNodeAtLocation,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser'
import type { ConfigProblem } from './config-problem.ts'

/** A configuration file as text and tree, which knows the place of each value. */
export interface ConfigDocument {
  readonly file: string
  /** Undefined for an empty file. */
  readonly root: Node | undefined
  /** Syntax errors of JSON with comments. */
  readonly syntaxProblems: readonly ConfigProblem[]
  problemAt(offset: number, message: string): ConfigProblem
  /** The value at a path, or the nearest one around it that exists; for a key the place of its name. */
  offsetOf(path: ConfigPath, key?: string): number
}

export function readConfigDocument(file: string, text: string): ConfigDocument {
  const errors: ParseError[] = []
  const positionOf = createPositions(text)
  const problemAt = (offset: number, message: string) => ({ file, ...positionOf(offset), message })
  const tooDeep = firstTooDeep(text)
  // The parser descends as deep as the text is nested, and would run out of stack.
  const root =
    tooDeep === undefined ? parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true }) : undefined
  return {
    file,
    root,
    syntaxProblems: [
      ...(tooDeep === undefined ? [] : [problemAt(tooDeep, `The nesting is deeper than ${maxDepth} levels.`)]),
      ...errors
        .slice(0, mostErrors)
        .map(({ error, offset }) => problemAt(offset, `Invalid JSON: ${readable(printParseErrorCode(error))}.`)),
    ],
    problemAt,
    offsetOf: (path, key) => {
      const node = nearestNode(root, path)
      return (key === undefined ? undefined : keyNode(node, key)?.offset) ?? node?.offset ?? 0
    },
  }
}

const maxDepth = 64
/** After the first ones they are mostly their consequences. */
const mostErrors = 100

/** Returns the offset at which the text is nested too deep, if it is. */
function firstTooDeep(text: string): number | undefined {
  const scanner = createScanner(text, true)
  let depth = 0
  for (scanner.scan(); scanner.getTokenOffset() < text.length; scanner.scan()) {
    const sign = text[scanner.getTokenOffset()]
    if (sign === '{' || sign === '[') depth += 1
    else if (sign === '}' || sign === ']') depth -= 1
    if (depth > maxDepth) return scanner.getTokenOffset()
  }
  return undefined
}

interface Position {
  readonly line: number
  readonly column: number
}

/** Looks up lines and columns of a text, whose lines are found once. */
function createPositions(text: string): (offset: number) => Position {
  let starts: readonly number[] | undefined
  return (offset) => {
    starts ??= [0, ...text.matchAll(/\r\n|\r|\n/g).map(({ index, 0: end }) => index + end.length)]
    let [low, high] = [0, starts.length]
    while (high - low > 1) {
      const middle = (low + high) >>> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 }
  }
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
