import { describeGrant } from '../grant/grant-decision.ts'
import type { Proposal } from '../grant/propose-grant.ts'
import type { ApprovalRequest, OfferedAnswer, WithheldAnswer } from './approval-request.ts'

/** The possible answers, and the withheld ones with the reason. */
export type Offers = Pick<ApprovalRequest, 'offers' | 'withheld'>

export interface OfferOptions {
  /** The grant that an answer beyond this call would save, or the reason why it can be allowed only once. */
  readonly proposal: Proposal
  /** True if the operator configured a store for grants. */
  readonly lasting: boolean
}

/** The answers on offer for a call, each with the exact scope that it would save; those that are not, with the reason. */
export function offeredAnswers({ proposal, lasting }: OfferOptions): Offers {
  const offers: OfferedAnswer[] = [{ answer: 'allow_once', scope: 'this call only' }]
  const withheld: WithheldAnswer[] = []
  if (proposal.grantable) {
    offers.push({ answer: 'allow_for_session', scope: describeGrant(proposal.proposal, 'session') })
    if (lasting) offers.push({ answer: 'allow_always', scope: describeGrant(proposal.proposal, 'always') })
    else withheld.push({ answer: 'allow_always', why: 'no store is configured for it' })
  } else {
    withheld.push(...onceOnly(proposal.why))
  }
  offers.push({ answer: 'deny', scope: 'this call only' }, { answer: 'abort', scope: 'the whole run' })
  return { offers, withheld }
}

function onceOnly(why: string): readonly WithheldAnswer[] {
  return [
    { answer: 'allow_for_session', why },
    { answer: 'allow_always', why },
  ]
}

/** The same request for who cannot show it whole: it can be allowed once, and no longer. */
export function shownInPart<Request extends Offers>(request: Request, why: string): Request {
  const isLong = ({ answer }: OfferedAnswer) => answer === 'allow_for_session' || answer === 'allow_always'
  const long = request.offers.filter(isLong)
  if (long.length === 0) return request
  return {
    ...request,
    offers: request.offers.filter((offer) => !isLong(offer)),
    withheld: [...request.withheld, ...long.map(({ answer }) => ({ answer, why }))],
  }
}
