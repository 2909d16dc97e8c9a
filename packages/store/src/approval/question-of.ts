import { createHash } from 'node:crypto'
import type { ApprovalRequest } from '@drawbridge/core'
import { stableStringify } from '@drawbridge/core/base'

/**
 * Returns the identity of a request's question, independent of the run: the call's digest, the reason, the caller, and
 * the offered answers. An answer only counts for requests with the same question. SHA-256, hex.
 */
export function questionOf(request: ApprovalRequest): string {
  const { tool, digest, permission, risk, dangerous, rule, reason, asked, hooks, offers } = request
  const { user, agent, role, parents, channel, chat, peerKind } = request.principal
  const above = parents.map((parent) => ({ agent: parent.agent }))
  const asker = { user, agent, role, parents: above, channel, chat, peerKind }
  return createHash('sha256')
    .update(stableStringify({ tool, digest, permission, risk, dangerous, rule, reason, asked, hooks, offers, asker }))
    .digest('hex')
}
