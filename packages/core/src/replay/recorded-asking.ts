import type { ApprovalRequest } from '../approval/approval-request.ts'
import type { ApprovalResult } from '../approval/approval-result.ts'
import type { AskOptions } from '../approval/ask-approvers.ts'
import type { PermissionFailed } from '../event/families/approval-events.ts'
import { isGrantDecision } from '../grant/grant-decision.ts'
import type { Cursor } from './cursor.ts'
import { isOf } from './history.ts'
import { nextTurn, type PendingWork } from './pending-work.ts'
import type { Timeline } from './timeline.ts'

/**
 * Answers a question as, and when, the record answered it. If a grant settled it, the grants of the replay must settle it again.
 */
export async function askRecord(
  _request: ApprovalRequest,
  { alsoSettledBy, timeoutMs }: AskOptions,
  {
    cursor,
    timeline,
    pending,
  }: { readonly cursor: Cursor; readonly timeline: Timeline; readonly pending: PendingWork },
): Promise<ApprovalResult> {
  const slot = cursor.find('permission.decided', 'permission.failed')
  if (slot === undefined && cursor.hasDiverged) return { status: 'unavailable', why: 'the record holds no answer' }
  await timeline.reach(slot?.position)
  if (slot !== undefined && isOf(slot, 'permission.decided')) {
    const { approver, decision } = slot.event
    if (!isGrantDecision({ verdict: 'allow', source: decision.decidedBy ?? '' }))
      return { status: 'decided', decision, approver }
    return (await settledByGrant(alsoSettledBy, pending)) ?? { status: 'unavailable', why: 'no grant covers it' }
  }
  if (slot === undefined || !isOf(slot, 'permission.failed'))
    return { status: 'unavailable', why: 'the record holds no answer' }
  switch (slot.event.code) {
    case 'approval_timeout':
      return { status: 'timed_out', timeoutMs, ...laterAnswer(slot.event) }
    case 'aborted':
      return { status: 'aborted' }
    default:
      return { status: 'unavailable', why: slot.event.why ?? 'no one can be asked' }
  }
}

async function settledByGrant(
  alsoSettledBy: AskOptions['alsoSettledBy'],
  pending: PendingWork,
): Promise<ApprovalResult | undefined> {
  const { promise, resolve } = Promise.withResolvers<ApprovalResult | undefined>()
  using _looking = alsoSettledBy?.(resolve)
  // By then the grants have been looked at: none of them waits for the world.
  void pending.track(nextTurn()).then(() => resolve(undefined))
  return await promise
}

function laterAnswer({ answersLater }: PermissionFailed): Pick<PermissionFailed, 'answersLater'> {
  return answersLater === undefined ? {} : { answersLater }
}
