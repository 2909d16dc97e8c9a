import { createHash } from 'node:crypto'
import type { ApprovalRequest } from '@drawbridge/core'
import { stableStringify } from '@drawbridge/core/base'

/**
 * What a request asks, whichever run asks it: the call by its digest, why and on whose behalf it is asked, and the answers on offer.
 * An answer counts for requests with the same question alone. SHA-256, hex.
 */
export function questionOf(request: ApprovalRequest): string {
  const { tool, digest, permission, risk, dangerous, rule, reason, hooks, offers } = request
  const { user, agent, role, parents } = request.principal
  const asker = { user, agent, role, parents: parents.map((parent) => ({ agent: parent.agent })) }
  return createHash('sha256')
    .update(stableStringify({ tool, digest, permission, risk, dangerous, rule, reason, hooks, offers, asker }))
    .digest('hex')
}
