import { createHash } from 'node:crypto'
import type { Principal } from '@drawbridge/core'
import type { SandboxSettings } from './sandbox-settings.ts'

/**
 * Returns the key of a caller: equal for calls that share a sandbox. Safe as a file name for any ids; the same scope
 * with another workspace is another sandbox. Pure.
 */
export function sandboxKey(
  scope: SandboxSettings['scope'],
  { session, agent = '' }: Pick<Principal, 'session' | 'agent'>,
  workspace: string,
): string {
  const whose = { session, agent, shared: '' }[scope]
  const hash = createHash('sha256')
    .update(JSON.stringify([scope, whose, workspace]))
    .digest('hex')
  return `${scope}-${hash.slice(0, 16)}`
}

/** Returns the key for read-only use, in addition to the one for writing. Both end together. */
export function lookingKey(key: string): string {
  return `${key}-looking`
}
