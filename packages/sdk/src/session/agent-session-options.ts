import type { SessionOptions } from '@drawbridge/core'

/** What a session of an agent that Drawbridge keeps is opened with. */
export interface AgentSessionOptions extends SessionOptions {
  readonly agent: string
  /** Default: `local`. */
  readonly user?: string
}
