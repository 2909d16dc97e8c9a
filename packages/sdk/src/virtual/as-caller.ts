import type { SessionOptions } from '@drawbridge/core'
import { DrawbridgeError } from '@drawbridge/core'
import type { StoredAgent } from './stored-agent.ts'

interface Caller {
  readonly agent?: string | undefined
  readonly user?: string | undefined
}

/**
 * Returns session options with the caller for whom the Drawbridge works, unless they name one. Throws `invalid_option` if they name
 * another one and the folder belongs to the first.
 */
export function asCaller(
  options: SessionOptions = {},
  { agent, user }: Caller,
  kept: StoredAgent | undefined,
): SessionOptions {
  const own = options.principal ?? {}
  const isOther = (own.agent ?? agent) !== agent || (own.user ?? user) !== user
  if (kept !== undefined && isOther) {
    throw new DrawbridgeError(
      'invalid_option',
      `This folder belongs to the agent "${agent}" and the user "${user}". Open a session for another one with openAgentSession({ agent, user }).`,
    )
  }
  const caller = { ...(agent === undefined ? {} : { agent }), ...(user === undefined ? {} : { user }) }
  return { ...options, principal: { ...caller, ...own } }
}
