import type { Project } from '../graph/project.ts'

/** The kinds of symbols of all languages. */
export const symbolKinds = [
  'function',
  'method',
  'class',
  'interface',
  'struct',
  'trait',
  'implementation',
  'enum',
  'type',
  'module',
  'macro',
  'constant',
  'property',
] as const

export type SymbolKind = (typeof symbolKinds)[number]

export interface Container {
  readonly kind: SymbolKind
  readonly isExported: boolean
}

/** From where the names of a file can be used, as weights: 0 never, 1 as well as by an import that leads to the file. */
export interface Reach {
  /** By files of the same folder that do not import it. */
  readonly folder: number
  /** By other files that do not import it. */
  readonly elsewhere: number
  /** The part of these weights, and of those of imports, that symbols have which are not exported. */
  readonly unexported: number
}

/** One programming language: how its symbols and imports are found, and what an import means. */
export interface Language {
  /** The name in results. */
  readonly id: string
  /** The name of its grammar's file: `tree-sitter-<grammar>.wasm`. */
  readonly grammar: string
  readonly extensions: readonly string[]
  /** Languages of one family use each other's symbols. */
  readonly family: string
  readonly reach: Reach
  /**
   * A tree-sitter query. Captures: `@name` with the whole declaration as `@<kind>`, `@import` (text for `readImports`), `@skip`
   * (text without code: comments and strings) and `@export` (a name exported elsewhere in the file). If two patterns match one
   * declaration, the first counts.
   */
  readonly query: string
  /**
   * @param head The declaration up to its body.
   * @param container The declaration that it is a member of.
   */
  isExported(name: string, head: string, container: Container | undefined): boolean
  /** Returns the specifiers in one captured import. */
  readImports(text: string): readonly string[]
  /** Returns the files of the project that a specifier means; none if it means something else. */
  resolveImport(specifier: string, from: string, project: Project): readonly string[]
}

/** Returns the text of a string literal without its quotes. */
export function unquoted(text: string): string {
  return text.replace(/^\w*["'`<]|["'`>]$/g, '')
}
