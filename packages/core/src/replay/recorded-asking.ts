import type { ApprovalRequest } from '../approval/approval-request.ts'
import type { ApprovalResult } from '../approval/approval-result.ts'
import type { AskOptions } from '../approval/ask-approvers.ts'
import { isGrantDecision } from '../grant/grant-decision.ts'
import type { Cursor } from './cursor.ts'
import { isOf } from './history.ts'
import type { Timeline } from './timeline.ts'

/** Answers a question as it was answered then, and when. Where a grant settled it, the grants of the replay have to do so again. */
export async function askRecord(
  _request: ApprovalRequest,
  { alsoSettledBy, timeoutMs }: AskOptions,
  { cursor, timeline }: { readonly cursor: Cursor; readonly timeline: Timeline },
): Promise<ApprovalResult> {
  const slot = cursor.find('permission.decided', 'permission.failed')
  if (slot === undefined && cursor.hasDiverged) return { status: 'unavailable', why: 'the record holds no answer' }
  await timeline.reach(slot?.position)
  if (slot !== undefined && isOf(slot, 'permission.decided')) {
    const { approver, decision } = slot.event
    if (!isGrantDecision({ verdict: 'allow', source: decision.decidedBy ?? '' }))
      return { status: 'decided', decision, approver }
    return (await settledByGrant(alsoSettledBy)) ?? { status: 'unavailable', why: 'no grant covers it' }
  }
  if (slot === undefined || !isOf(slot, 'permission.failed'))
    return { status: 'unavailable', why: 'the record holds no answer' }
  switch (slot.event.code) {
    case 'approval_timeout':
      return { status: 'timed_out', timeoutMs, ...laterAnswer(slot.event.message) }
    case 'aborted':
      return { status: 'aborted' }
    default:
      return { status: 'unavailable', why: whyUnavailable(slot.event.message) }
  }
}

async function settledByGrant(alsoSettledBy: AskOptions['alsoSettledBy']): Promise<ApprovalResult | undefined> {
  const { promise, resolve } = Promise.withResolvers<ApprovalResult | undefined>()
  using _looking = alsoSettledBy?.(resolve)
  setImmediate(() => resolve(undefined))
  return await promise
}

function whyUnavailable(message: string): string {
  return /This needs a person's approval, and (.*)\. To approve: /s.exec(message)?.[1] ?? 'nobody is there to ask'
}

function laterAnswer(message: string): { readonly answersLater?: string } {
  const answersLater = /It can still be answered: (.*)\. Then make the same call again\.$/s.exec(message)?.[1]
  return answersLater === undefined ? {} : { answersLater }
}
