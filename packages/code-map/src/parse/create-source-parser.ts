import { fileURLToPath } from 'node:url'
import { Language as Grammar, Parser, Query, type Tree } from 'web-tree-sitter'
import { type Language, languageWithId } from '../language/index.ts'
import { readTree } from './read-tree.ts'
import type { SourceFacts } from './source-facts.ts'

/** Parses one text at a time. */
export interface SourceParser {
  /** Resolves to undefined if parsing took longer than a file may take. */
  parse(text: string, language: string): Promise<SourceFacts | undefined>
}

interface LoadedGrammar {
  readonly parser: Parser
  readonly query: Query
}

/** The longest time for one file, in milliseconds: a hundred times what most need, since the machine may be busy. */
const maxParseMs = 5_000

/** Loads each grammar when its first text comes. Blocks its thread while it parses. */
export function createSourceParser(): SourceParser {
  const grammars = new Map<string, Promise<LoadedGrammar>>()
  let ready: Promise<void> | undefined

  async function load(language: Language): Promise<LoadedGrammar> {
    ready ??= Parser.init()
    await ready
    const file = import.meta.resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${language.grammar}.wasm`)
    const grammar = await Grammar.load(fileURLToPath(file))
    const parser = new Parser().setLanguage(grammar)
    return { parser, query: new Query(grammar, language.query) }
  }

  return {
    parse: async (text, id) => {
      const language = languageWithId(id)
      const loading = grammars.get(language.grammar) ?? load(language)
      grammars.set(language.grammar, loading)
      const { parser, query } = await loading
      const tree = parseInTime(parser, text)
      if (tree === undefined) return undefined
      try {
        return readTree(tree, text, { query, language })
      } finally {
        tree.delete()
      }
    },
  }
}

function parseInTime(parser: Parser, text: string): Tree | undefined {
  const end = performance.now() + maxParseMs
  const tree = parser.parse(text, null, { progressCallback: () => performance.now() > end })
  if (tree !== null) return tree
  // Otherwise the next text would be taken for the rest of this one.
  parser.reset()
  return undefined
}
