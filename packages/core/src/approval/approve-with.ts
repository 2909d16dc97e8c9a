import type { ApprovalDecision, ApprovalRequest } from './approval-request.ts'
import type { Approver } from './approver.ts'

type Answer = Omit<ApprovalDecision, 'requestId'>

/** An approver made from a function that answers one request at a time; undefined abstains. */
export function approveWith(
  id: string,
  answer: (request: ApprovalRequest, signal: AbortSignal) => Answer | undefined | Promise<Answer | undefined>,
  { human = false }: { readonly human?: boolean } = {},
): Approver {
  return {
    id,
    human,
    async *ask(requests, signal) {
      for (const request of requests) {
        const given = await answer(request, signal)
        if (given !== undefined) yield { requestId: request.id, digest: request.digest, ...given }
      }
    },
  }
}

/** The approver of `--approve always`: a person's yes, given in advance for this one command. */
export const approveEverything: Approver = approveWith(
  'always',
  () => ({ answer: 'allow_once', reason: 'approved in advance' }),
  {
    human: true,
  },
)
