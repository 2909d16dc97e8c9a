import type { SessionFlags } from '../session/session-flags.ts'

/** The options of `drawbridge mcp`. */
export interface McpFlags extends SessionFlags {
  readonly dialect?: string
  readonly approve: 'ask' | 'never'
  readonly printConfig?: string
  /** The name of the client over standard input and output. */
  readonly client?: string
  readonly http?: true
  readonly port?: string
}
