import type { SymbolKind } from '../language/index.ts'

/** A declaration in a source file. */
export interface SourceSymbol {
  readonly name: string
  readonly kind: SymbolKind
  /** The first and the last line, from 1 on. */
  readonly line: number
  readonly endLine: number
  /** The index, in the file's list, of the symbol that it is a member of. */
  readonly parent: number | undefined
  readonly isExported: boolean
  /** The declaration up to its body, on one line. */
  readonly signature: string
}

/** The symbols, imports and words of one source file. They depend on its text alone. */
export interface SourceFacts {
  /** In the order of their lines; parents before their members. */
  readonly symbols: readonly SourceSymbol[]
  /** Specifiers, as written. */
  readonly imports: readonly string[]
  /** The words in its code, without comments and strings, and how often each occurs. */
  readonly words: readonly (readonly [word: string, count: number])[]
  /** True if parts of the text could not be parsed. */
  readonly hasErrors: boolean
}

/** A text to parse in a thread. */
export interface ParseJob {
  readonly sources: readonly { readonly language: string; readonly text: string }[]
}

/** The facts of each source of a job; undefined for one that took too long. */
export type ParseAnswer = readonly (SourceFacts | undefined)[]
