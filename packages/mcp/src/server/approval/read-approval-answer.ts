import type { ApprovalDecision, ApprovalRequest } from '@drawbridge/core'
import { assertNever } from '@drawbridge/core/base'
import { answerReasonLimit } from './approval-form.ts'

/** The client's answer to a form. Its content is unchecked. */
export interface FormAnswer {
  readonly action: 'accept' | 'decline' | 'cancel'
  readonly content?: Readonly<Record<string, unknown>> | undefined
}

/**
 * Reads the decision in a client's answer to an approval form. Anything other than an offered answer is a refusal. It
 * is recorded as the client's answer, because only the client knows if a person gave it.
 */
export function readApprovalAnswer(
  { offers }: Pick<ApprovalRequest, 'offers'>,
  { action, content }: FormAnswer,
): Omit<ApprovalDecision, 'requestId'> {
  const metadata = { wordOf: 'mcp-client', action }
  switch (action) {
    case 'accept': {
      const offer = offers.find(({ answer }) => answer === content?.decision)
      if (offer === undefined) return { answer: 'deny', reason: 'the answer was not one of the offered ones', metadata }
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
