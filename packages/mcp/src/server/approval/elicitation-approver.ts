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

/** Asks the person behind the MCP client that sent the call. */
export function createElicitationApprover(elicit: Elicit): Approver {
  const ask = async (request: ApprovalRequest, signal: AbortSignal) => {
    const { form, asked } = approvalForm(request)
    return readApprovalAnswer(asked, await elicit({ id: request.id, form }, signal))
  }
  return approveWith('mcp-elicitation', ask, { human: true })
}
