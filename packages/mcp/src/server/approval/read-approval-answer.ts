import type { ApprovalDecision, ApprovalRequest } from '@drawbridge/core'
import { assertNever } from '@drawbridge/core/base'
import { answerReasonLimit } from './approval-form.ts'
import { showText } from './show-text.ts'

/** The client's answer to a form. Its content is unchecked. */
export interface FormAnswer {
  readonly action: 'accept' | 'decline' | 'cancel'
  readonly content?: Readonly<Record<string, unknown>> | undefined
}

/** The longest part of a wrong answer that is shown, in characters. */
const shownLimit = 60

/** A decision, or the reason that a filled-in form contains none. */
export type ReadAnswer =
  | { readonly status: 'decided'; readonly decision: Omit<ApprovalDecision, 'requestId'> }
  | { readonly status: 'unusable'; readonly why: string }

/**
 * Reads the decision in a client's answer to an approval form. A form without an offered answer is not a refusal: nobody
 * said no. The decision is recorded as the client's answer, because only the client knows if a person gave it.
 */
export function readApprovalAnswer(
  { offers }: Pick<ApprovalRequest, 'offers'>,
  { action, content }: FormAnswer,
): ReadAnswer {
  const decided = (decision: Omit<ApprovalDecision, 'requestId'>): ReadAnswer => ({ status: 'decided', decision })
  const metadata = { wordOf: 'mcp-client', action }
  switch (action) {
    case 'accept': {
      const offer = offers.find(({ answer }) => answer === content?.decision)
      if (offer === undefined) return { status: 'unusable', why: whyUnusable(content, offers) }
      return decided({ answer: offer.answer, ...reasonIn(content), metadata })
    }
    case 'decline':
      return decided({ answer: 'deny', ...reasonIn(content, 'declined in the MCP client'), metadata })
    case 'cancel':
      return decided({
        answer: 'deny',
        reason: 'the question was closed in the MCP client without an answer',
        metadata,
      })
    default:
      return assertNever(action)
  }
}

function whyUnusable(content: FormAnswer['content'], offers: ApprovalRequest['offers']): string {
  const wanted = `"decision" must be one of ${offers.map(({ answer }) => answer).join(', ')}`
  if (content?.decision !== undefined) return `${wanted}, not ${showText(JSON.stringify(content.decision), shownLimit)}`
  const others = Object.keys(content ?? {}).map((name) => `"${showText(name, shownLimit)}"`)
  return `${wanted}; the form had ${others.length === 0 ? 'no fields' : `only ${others.slice(0, 5).join(', ')}`}`
}

function reasonIn(content: FormAnswer['content'], otherwise?: string): Pick<ApprovalDecision, 'reason'> {
  const given = content?.reason
  const reason = typeof given === 'string' && given.trim() !== '' ? given.trim().slice(0, answerReasonLimit) : otherwise
  return reason === undefined ? {} : { reason }
}
