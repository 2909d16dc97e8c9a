import { createHash } from 'node:crypto'
import type { Principal } from '@drawbridge/core'
import type { SandboxSettings } from './sandbox-settings.ts'

/**
 * The key of whoever calls: equal for calls that share a sandbox. Fit for a file's name, whatever ids look like; the same scope on
 * another workspace is another sandbox. Pure.
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

/** The key of what only looks, beside that of what may write too. Ended together with it. */
export function lookingKey(key: string): string {
  return `${key}-looking`
}
