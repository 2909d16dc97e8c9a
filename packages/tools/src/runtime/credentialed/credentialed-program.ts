/** A program that gets credentials, as an operator configures it. The model sees its name and tips, never a value. */
export interface CredentialedProgram {
  /** The bare name. Unique among the configured programs. */
  readonly binary_name: string
  /**
   * The file that it has to be. Absolute. Default: the first one on the search path that only its owner can replace.
   */
  readonly binary_path?: string
  /**
   * The variables that it receives, by reference: its name for each, with the name under which the value is found here. A list if
   * both are the same. Values are looked up for each call and removed from every output. Default: the preset's.
   */
  readonly environment?: readonly string[] | Readonly<Record<string, string>>
  /** Patterns in RE2 syntax. A call is refused if one matches all arguments joined by blanks. */
  readonly deny_args?: readonly string[]
  /** Patterns in RE2 syntax. A call is refused if one matches the beginning of any single argument. */
  readonly deny_verbose?: readonly string[]
  /** In seconds. Default 30, unless a call asks for more or less. */
  readonly timeout_seconds?: number
  /** Advice for the model about its use. */
  readonly tips?: string
  /** Default true. */
  readonly enabled?: boolean
  /** The preset whose denied arguments, tips and settings are added. Default: the preset of that name, if any. */
  readonly preset?: string | false
}
