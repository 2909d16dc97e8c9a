/**
 * The common fields of all rules. All rules are plain data; `compileRules` turns them into one automaton and its
 * matchers.
 */
interface RuleBase {
  /** Stable name, reported with each redaction and in the counts. */
  readonly id: string
  /** Lower-case literals; every match contains at least one of them. Compared without regard to ASCII case. */
  readonly keywords: readonly string[]
  /**
   * Least Shannon entropy of the secret, in bits a character; 2 by default. With 0 the pattern alone decides, and the
   * secret may look like a placeholder.
   */
  readonly entropy?: number
  /** Lower-case words; a secret that contains one of them is left alone. */
  readonly allow?: readonly string[]
  /** Leaves alone secrets with six or more characters in ascending order (`abcdef`, `123456`): documentation samples. */
  readonly rejectSequences?: boolean
}

/**
 * Characters that must not directly precede a keyword: `run` a letter, digit, `_` or `-`; `base64` these, `+` and `/`;
 * `alphanumeric` a letter or digit; `none` allows anything. Escapes such as `
 * ` and terminal colours do not count as letters.
 */
export type Boundary = 'run' | 'base64' | 'alphanumeric' | 'none'

/** A secret recognised by its own spelling, such as a prefixed token. */
export interface TokenRule extends RuleBase {
  readonly kind: 'token'
  /**
   * The source of a regular expression, matched from the start of the keyword, with bounded quantifiers only. The secret is the
   * group named `secret`, or the whole match.
   */
  readonly pattern: string
  /** The source of the part that directly precedes the keyword and belongs to the secret; at most 64 characters. */
  readonly lead?: string
  readonly ignoreCase?: boolean
  readonly boundary?: Boundary
  /** The longest distance from the keyword's start to the end of a match, in UTF-16 units; 400 by default. */
  readonly reach?: number
}

/**
 * A secret recognised by the name that it is assigned to: the name contains the keyword, `value` describes the secret.
 */
export interface NamedRule extends RuleBase {
  readonly kind: 'named'
  /** Regular expression source of the whole value, case-insensitive, with bounded quantifiers only. */
  readonly value: string
}

/** A value judged by the name it is assigned to together with its own shape; see `judgeAssignment`. */
export interface GenericRule extends RuleBase {
  readonly kind: 'generic'
  readonly trust: GenericTrust
  /** The keyword must be a word of its own in the name (`api_key`, `apiKey`), not a part of one (`monkey`). */
  readonly standalone?: boolean
}

/**
 * The evidence that a name gives. Values of `password` names may be short and human-made, those of `secret` names are random or
 * long, `hint` names (`key`, `auth`) need a random value, and `environment` requires an upper-case name that ends in the keyword.
 */
export type GenericTrust = 'password' | 'secret' | 'hint' | 'environment'

/** A block with a start and an end marker, such as a PEM private key. */
export interface BlockRule extends RuleBase {
  readonly kind: 'block'
  readonly block: 'pem' | 'kubernetes'
}

export type ScrubRule = TokenRule | NamedRule | GenericRule | BlockRule
