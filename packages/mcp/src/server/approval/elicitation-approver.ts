import { type ApprovalRequest, type Approver, approveWith } from '@drawbridge/core'
import type { ElicitRequestFormParams } from '@modelcontextprotocol/server'
import { approvalForm } from './approval-form.ts'
import { type FormAnswer, readApprovalAnswer } from './read-approval-answer.ts'

/** A form on its way to the person behind a client. */
export interface Question {
  /** The id of the approval that it asks for. */
  readonly id: string
  readonly form: ElicitRequestFormParams
}

/** Puts a question to the client and waits for what comes back; rejects when the signal ends the wait or the client cannot. */
export type Elicit = (question: Question, signal: AbortSignal) => Promise<FormAnswer>

/** The number of times that a form is shown: a person can correct a slip, and a faulty client does not ask forever. */
const maxForms = 3

/**
 * Asks the person behind the MCP client that sent the call. A form without an offered answer is shown again, with what was
 * wrong with it. The approver fails if that does not help, so that the call is not recorded as refused by a person.
 */
export function createElicitationApprover(elicit: Elicit): Approver {
  const ask = async (request: ApprovalRequest, signal: AbortSignal) => {
    const { form, asked } = approvalForm(request)
    let message = form.message
    let why = ''
    for (let shown = 0; shown < maxForms; shown += 1) {
      const answer = readApprovalAnswer(asked, await elicit({ id: request.id, form: { ...form, message } }, signal))
      if (answer.status === 'decided') return answer.decision
      why = answer.why
      message = `The last answer could not be used: ${why}. Please answer again.\n${form.message}`
    }
    throw new Error(`the MCP client answered ${maxForms} times without one of the offered answers: ${why}`)
  }
  return approveWith('mcp-elicitation', ask, { human: true })
}
