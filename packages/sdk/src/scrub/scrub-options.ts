import type { OperatorPattern } from '@drawbridge/core/scrub'

/**
 * The names and addresses of this machine that are concealed. `off`: none. `auto`: those that the machine reports. A list: those
 * that it names. Each in every usual spelling; loopback never counts.
 */
export type ServerAddresses = 'off' | 'auto' | readonly string[]

/** Content to remove from all output, in addition to what the built-in rules find. */
export interface ScrubOptions {
  /** Values that must never leave. */
  readonly secrets?: readonly string[]
  /** Default: the configuration's, else `off`. */
  readonly serverAddresses?: ServerAddresses
  /**
   * Patterns in RE2 syntax, in addition to those of the configuration; a group named `secret` narrows the removed part.
   */
  readonly patterns?: readonly OperatorPattern[]
}
