/** Half-open range of UTF-16 units in the text that was analysed. */
export interface Span {
  /** The position of the first character, from 0. */
  readonly start: number
  /** The position after the last character, from 0. */
  readonly end: number
}

/** A parsed script. `errors` is empty exactly when the whole text is valid. */
export interface Script {
  readonly items: readonly Node[]
  readonly errors: readonly string[]
}

/** Parses the script of a substitution on first use; `undefined` if it cannot be read. */
export type LazyScript = () => Script | undefined

/** Any node in the place of a command. */
export type Node =
  | CommandNode
  | { readonly kind: 'pipeline'; readonly stages: readonly Node[] }
  | {
      readonly kind: 'list'
      readonly items: readonly Node[] /** `&&` and `||`: later items may not run. */
      readonly conditional?: true
    }
  | { readonly kind: 'background'; readonly body: Node }
  | { readonly kind: 'group'; readonly body: Node; readonly subshell: boolean }
  | { readonly kind: 'redirected'; readonly body: Node; readonly redirects: readonly RawRedirect[] }
  | LoopNode
  | {
      readonly kind: 'branch'
      readonly subject?: RawWord
      readonly patterns: readonly RawWord[]
      readonly arms: readonly Node[]
    }
  | { readonly kind: 'function'; readonly name: RawWord; readonly body: Node }
  | { readonly kind: 'test'; readonly clauses: readonly TestClause[] }
  | { readonly kind: 'arithmetic'; readonly expression: RawArithmetic }

export interface CommandNode {
  readonly kind: 'command'
  readonly assignments: readonly RawAssignment[]
  readonly words: readonly RawWord[]
  readonly redirects: readonly RawRedirect[]
  readonly span: Span
}

export interface LoopNode {
  readonly kind: 'loop'
  /** The variable of `for` and `select`. */
  readonly variable?: string
  /** The literal list of `for x in …`; absent if the loop walks the positional parameters. */
  readonly words?: readonly RawWord[]
  readonly arithmetic: readonly RawArithmetic[]
  readonly condition?: Node
  readonly body: Node
}

/** One comparison inside `[[ … ]]`. */
export interface TestClause {
  readonly operator: string
  readonly operands: readonly RawWord[]
}

export interface RawAssignment {
  readonly name: string
  readonly append: boolean
  readonly index?: RawWord
  readonly values: readonly RawWord[]
  readonly array: boolean
  readonly span: Span
}

export type RawRedirect =
  | {
      readonly kind: 'file'
      readonly operator: string
      readonly descriptor?: number
      /** The variable that the shell sets to the descriptor that it chooses: `x` in `{x}< a`. */
      readonly variable?: string
      readonly target: RawWord
    }
  | {
      readonly kind: 'text'
      readonly variable?: string
      readonly body: RawWord /** The end of a here-document was found. */
      readonly closed: boolean
    }

export interface RawWord {
  /** The source text of the word. */
  readonly text: string
  readonly parts: readonly RawPart[]
  /** Brace expansion is due before anything else. */
  readonly braces: boolean
  readonly span: Span
}

export type RawPart =
  | { readonly kind: 'literal'; readonly value: string; readonly quoted: boolean }
  | { readonly kind: 'glob'; readonly text: string; readonly parts: readonly RawPart[] }
  | RawParameter
  | { readonly kind: 'command'; readonly script: LazyScript; readonly text: string; readonly quoted: boolean }
  | { readonly kind: 'process'; readonly script: LazyScript; readonly text: string; readonly output: boolean }
  | { readonly kind: 'arithmetic'; readonly expression: RawArithmetic; readonly text: string; readonly quoted: boolean }

export interface RawParameter {
  readonly kind: 'parameter'
  readonly name: string
  readonly text: string
  readonly quoted: boolean
  readonly indirect: boolean
  readonly length: boolean
  readonly index?: RawWord
  readonly operation?: RawOperation
}

export interface RawOperation {
  readonly type: 'default' | 'remove' | 'replace' | 'slice' | 'case' | 'transform' | 'other'
  readonly operator: string
  readonly operands: readonly RawWord[]
}

/** An arithmetic expression, reduced to what it could run: names it evaluates and parts it expands. */
export interface RawArithmetic {
  readonly names: readonly string[]
  readonly assigned: readonly string[]
  readonly parts: readonly RawPart[]
}
