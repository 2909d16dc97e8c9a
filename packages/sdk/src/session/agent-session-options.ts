import type { SessionOptions } from '@drawbridge/core'

/** The options of a session of a stored agent. */
export interface AgentSessionOptions extends SessionOptions {
  readonly agent: string
  /** Default: `local`. */
  readonly user?: string
}
