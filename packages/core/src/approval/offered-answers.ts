import { describeGrant } from '../grant/describe-grant.ts'
import type { GrantProposal } from '../grant/grant.ts'
import type { OfferedAnswer } from './approval-request.ts'

export interface OfferOptions {
  /** What a yes beyond this call would save; undefined for calls that are asked about every time. */
  readonly proposal: GrantProposal | undefined
  /** Whether the operator configured a store for grants. */
  readonly lasting: boolean
}

/** The answers on offer for a call, each with the exact scope that it would save. */
export function offeredAnswers({ proposal, lasting }: OfferOptions): readonly OfferedAnswer[] {
  const offers: OfferedAnswer[] = [{ answer: 'allow_once', scope: 'this call only' }]
  if (proposal !== undefined) {
    offers.push({ answer: 'allow_for_session', scope: describeGrant(proposal, 'session') })
    if (lasting) offers.push({ answer: 'allow_always', scope: describeGrant(proposal, 'always') })
  }
  offers.push({ answer: 'deny', scope: 'this call only' }, { answer: 'abort', scope: 'the whole run' })
  return offers
}
