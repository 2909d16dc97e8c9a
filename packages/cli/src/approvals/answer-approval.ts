import type { ApprovalAnswer, ApprovalDecision } from '@drawbridge/core'
import type { DeskReceipt } from '@drawbridge/sdk/authority'
import { type ExitCode, exitCodes } from '../command-line/exit-code.ts'
import type { Io } from '../io/io.ts'
import type { ApprovalFlags } from './approval-flags.ts'
import { findAuthority, operator } from './open-authority.ts'

export interface AnswerFlags extends ApprovalFlags {
  readonly reason?: string
}

/** Answers one question. The same answer twice is as good as once. */
export async function answerApproval(
  id: string,
  answer: ApprovalAnswer,
  flags: AnswerFlags,
  io: Io,
): Promise<ExitCode> {
  await using store = await findAuthority(flags, io)
  const { reason } = flags
  const decision: ApprovalDecision = { requestId: id, answer, ...(reason === undefined ? {} : { reason }) }
  const receipt: DeskReceipt = (await store?.approvals.answer(decision, operator(io))) ?? { status: 'unknown_request' }
  const isSame = receipt.status === 'already_settled' && receipt.answer === answer
  if (flags.json === true) await io.output.write(`${JSON.stringify({ requestId: id, ...receipt })}\n`)
  else if (receipt.status === 'accepted') await io.output.write(`Answered ${id}: ${answer}.\n`)
  else await io.diagnostics.write(`drawbridge: ${explainReceipt(id, receipt)}\n`)
  return receipt.status === 'accepted' || isSame ? exitCodes.ok : exitCodes.failed
}

/** Why an answer changed nothing. */
export function explainReceipt(id: string, receipt: Exclude<DeskReceipt, { status: 'accepted' }>): string {
  switch (receipt.status) {
    case 'already_settled':
      return receipt.answer === undefined
        ? `${id} needs no answer any more: it was settled by ${receipt.by}.`
        : `${id} was answered already: ${receipt.answer}, by ${receipt.by}.`
    case 'unknown_request':
      return `There is no question ${JSON.stringify(id)}. See: drawbridge approvals list`
    case 'not_offered':
      return `That is not on offer for ${id}. It can be answered with: ${receipt.offers.join(', ')}.`
    case 'expired':
      return `${id} has expired at ${new Date(receipt.at).toISOString()}. The call has to be made again.`
    case 'not_human':
      return 'Only a person can answer it, and this command was started by a tool. Answer from a terminal of your own.'
    default:
      return receipt satisfies never
  }
}
