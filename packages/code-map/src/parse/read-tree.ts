import type { Node, Query, Tree } from 'web-tree-sitter'
import { type Language, type SymbolKind, symbolKinds } from '../language/index.ts'
import { countWords, type TextRange } from './count-words.ts'
import { signatureOf } from './signature.ts'
import type { SourceFacts, SourceSymbol } from './source-facts.ts'

interface Declared {
  readonly kind: SymbolKind
  readonly name: Node
  readonly node: Node
}

interface Found {
  readonly declared: readonly Declared[]
  readonly imports: readonly string[]
  readonly exported: ReadonlySet<string>
  readonly skipped: readonly TextRange[]
}

/** Matches that a query may hold open at once: more only come from texts made for that. */
const matchLimit = 10_000

/** The most symbols of one file. */
const maxSymbols = 2_000

const kinds: ReadonlySet<string> = new Set(symbolKinds)

/** Reads the facts off a syntax tree. */
export function readTree(
  tree: Tree,
  text: string,
  { query, language }: { readonly query: Query; readonly language: Language },
): SourceFacts {
  const found = collect(tree, query)
  return {
    symbols: symbolsOf(found, text, language),
    imports: [...new Set(found.imports.flatMap((each) => language.readImports(each)))],
    words: countWords(text, found.skipped),
    hasErrors: tree.rootNode.hasError,
  }
}

function collect(tree: Tree, query: Query): Found {
  const declared = new Map<number, Declared & { readonly pattern: number }>()
  const imports: string[] = []
  const exported = new Set<string>()
  const skipped: TextRange[] = []
  for (const { captures, patternIndex: pattern } of query.matches(tree.rootNode, { matchLimit })) {
    const name = captures.find((capture) => capture.name === 'name')?.node
    for (const { name: capture, node } of captures) {
      if (capture === 'skip') skipped.push({ start: node.startIndex, end: node.endIndex })
      else if (capture === 'import') imports.push(node.text)
      else if (capture === 'export') exported.add(node.text)
      else if (name !== undefined && isKind(capture)) {
        const known = declared.get(node.id)
        if (known === undefined || known.pattern > pattern)
          declared.set(node.id, { kind: capture, name, node, pattern })
      }
    }
  }
  return { declared: [...declared.values()], imports, exported, skipped }
}

function isKind(capture: string): capture is SymbolKind {
  return kinds.has(capture)
}

const withoutMembers: ReadonlySet<SymbolKind> = new Set(['function', 'method', 'constant', 'macro', 'type', 'property'])

/** Leaves out declarations inside of functions: nothing else can refer to them. */
function symbolsOf({ declared, exported }: Found, text: string, language: Language): readonly SourceSymbol[] {
  const inOrder = declared.toSorted(
    (left, right) => left.node.startIndex - right.node.startIndex || right.node.endIndex - left.node.endIndex,
  )
  const symbols: SourceSymbol[] = []
  const open: { readonly end: number; readonly index: number; readonly kind: SymbolKind }[] = []
  for (const { kind, name, node } of inOrder) {
    if (symbols.length === maxSymbols) break
    while (open.length > 0 && (open.at(-1)?.end ?? 0) <= node.startIndex) open.pop()
    const container = open.at(-1)
    if (container !== undefined && withoutMembers.has(container.kind)) continue
    const isMember = container !== undefined && container.kind !== 'module'
    const own = kind === 'function' && isMember ? 'method' : kind
    const signature = signatureOf({ node, name, kind: own, text })
    open.push({ end: node.endIndex, index: symbols.length, kind: own })
    symbols.push({
      name: lastName(name.text),
      kind: own,
      line: name.startPosition.row + 1,
      endLine: node.endPosition.row + 1,
      parent: container?.index,
      isExported:
        exported.has(name.text) ||
        language.isExported(
          lastName(name.text),
          signature,
          container === undefined ? undefined : symbols[container.index],
        ),
      signature,
    })
  }
  return symbols
}

/** A method of C++ may be declared with the name of its class before its own. */
function lastName(name: string): string {
  return name.slice(name.lastIndexOf('::') + 1).replace(/^:/, '')
}
