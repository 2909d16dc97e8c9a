import type { ApprovalDecision, ApprovalRequest } from '@drawbridge/core'
import { assertNever } from '@drawbridge/core/base'
import { answerReasonLimit } from './approval-form.ts'

/** What a client sends back for a form. Its content is the client's: nothing has looked at it yet. */
export interface FormAnswer {
  readonly action: 'accept' | 'decline' | 'cancel'
  readonly content?: Readonly<Record<string, unknown>> | undefined
}

/**
 * The decision in what a client answered to an approval form. Whatever is not plainly one of the answers on offer is a no. It is
 * recorded as the client's word: only the client knows whether a person stood behind it.
 */
export function readApprovalAnswer(
  { offers }: Pick<ApprovalRequest, 'offers'>,
  { action, content }: FormAnswer,
): Omit<ApprovalDecision, 'requestId'> {
  const metadata = { wordOf: 'mcp-client', action }
  switch (action) {
    case 'accept': {
      const offer = offers.find(({ answer }) => answer === content?.decision)
      if (offer === undefined) return { answer: 'deny', reason: 'the answer was none of those on offer', metadata }
      return { answer: offer.answer, ...reasonIn(content), metadata }
    }
    case 'decline':
      return { answer: 'deny', ...reasonIn(content, 'declined in the MCP client'), metadata }
    case 'cancel':
      return { answer: 'deny', reason: 'the question was closed in the MCP client without an answer', metadata }
    default:
      return assertNever(action)
  }
}

function reasonIn(content: FormAnswer['content'], otherwise?: string): Pick<ApprovalDecision, 'reason'> {
  const given = content?.reason
  const reason = typeof given === 'string' && given.trim() !== '' ? given.trim().slice(0, answerReasonLimit) : otherwise
  return reason === undefined ? {} : { reason }
}
