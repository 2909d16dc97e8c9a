import type { StoredApproval } from '@drawbridge/sdk/authority'
import type { z } from 'zod'
import type { Caller } from '../../caller/caller.ts'
import { refuse } from '../../problem/problem.ts'
import type { Gateway } from '../../server/gateway.ts'
import { isInSight } from '../sessions/own-session.ts'
import type { decision } from './approval-schemas.ts'
import { assertNotOwn } from './assert-not-own.ts'

/** Returns true if a caller may see a request, and answer it: its own, or as an operator all. */
export function isVisibleApproval({ request: { principal } }: StoredApproval, caller: Caller): boolean {
  return isInSight({ user: principal.user, agent: principal.agent }, caller)
}

/** Returns a request that the caller may see. Refuses with `not_found`. */
export async function needApproval(
  id: string,
  { gateway, caller }: { readonly gateway: Gateway; readonly caller: Caller },
) {
  const found = await gateway.approvals.find(id)
  return found !== undefined && isVisibleApproval(found, caller)
    ? found
    : refuse('not_found', 'There is no such approval.')
}

/** Answers one request. Throws a `Problem` that says why nothing was changed. */
export async function answerApproval(
  { id, ...given }: z.output<typeof decision> & { readonly id: string },
  { gateway, caller }: { readonly gateway: Gateway; readonly caller: Caller },
) {
  const { request } = await needApproval(id, { gateway, caller })
  await assertNotOwn(request, { gateway, caller })
  const sender = { client: caller.user.name, human: caller.human }
  const { reason, ...rest } = given
  const receipt = await gateway.approvals.answer(
    { requestId: id, ...rest, ...(reason === undefined ? {} : { reason }), metadata: { surface: 'http' } },
    sender,
  )
  switch (receipt.status) {
    case 'accepted':
      gateway.metrics.approval(given.answer)
      return { id, state: 'decided' }
    case 'already_settled': {
      const { by, answer } = receipt
      if (answer === given.answer && by === caller.user.name) return { id, state: 'decided' }
      return refuse('already_settled', { detail: `It was settled by ${by}.`, extra: { by, answer: answer ?? null } })
    }
    case 'unknown_request':
      return refuse('not_found', 'There is no such approval.')
    case 'not_shown':
      return refuse('digest_differs', 'The digest is not that of the request: look at it again.')
    case 'not_offered':
      return refuse('not_offered', { extra: { offers: receipt.offers } })
    case 'expired':
      return refuse('expired', 'The call has to be made again.')
    case 'not_human':
      return refuse('not_human')
    default:
      return receipt satisfies never
  }
}
