import type { SessionKey } from '../tool/session-state.ts'
import type { RunContext } from './run-context.ts'

const claimedIds: SessionKey<Set<string>> = { name: 'claimed call ids', create: () => new Set() }

/** Longer ids than any provider sends would only bloat every record. */
const maxIdLength = 256

/**
 * Uses the provider's call id. If it is missing, empty, oversized or already used in this session, the call gets one of
 * ours, and the raw id is kept too.
 */
export function claimCallId(
  providerId: string | undefined,
  { session, ids }: Pick<RunContext, 'session' | 'ids'>,
): { readonly toolCallId: string; readonly rawCallId?: string } {
  const claimed = session.use(claimedIds)
  if (providerId !== undefined && providerId !== '' && providerId.length <= maxIdLength && !claimed.has(providerId)) {
    claimed.add(providerId)
    return { toolCallId: providerId }
  }
  const toolCallId = ids.next('call')
  claimed.add(toolCallId)
  return providerId === undefined ? { toolCallId } : { toolCallId, rawCallId: providerId.slice(0, maxIdLength) }
}
