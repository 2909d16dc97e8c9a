import type { OperatorPattern } from '@drawbridge/core/scrub'

/**
 * Which names and addresses of this machine never leave. `off`: all may. `auto`: those that the machine says it has. A list: those that
 * it names. Each in every usual spelling; loopback never counts as one.
 */
export type ServerAddresses = 'off' | 'auto' | readonly string[]

/** What is taken out of everything that leaves, beside what the built-in rules find and the `secrets`. */
export interface ScrubOptions {
  /** Default: the configuration's, else `off`. */
  readonly serverAddresses?: ServerAddresses
  /** Patterns in RE2 syntax, beside those of the configuration; a group named `secret` narrows what is taken out. */
  readonly patterns?: readonly OperatorPattern[]
}
