import type { ApprovalAnswer, ApprovalDecision } from '@drawbridge/core'
import type { DeskReceipt } from '@drawbridge/sdk/authority'
import { type ExitCode, exitCodes } from '../command-line/exit-code.ts'
import type { Io } from '../io/io.ts'
import type { ApprovalFlags } from './approval-flags.ts'
import { ambiguous, findByPrefix } from './find-by-prefix.ts'
import { findAuthority, operator } from './open-authority.ts'

export interface AnswerFlags extends ApprovalFlags {
  readonly reason?: string
}

/** Answers one question, named by its id or a beginning of it that no other has. The same answer twice is as good as once. */
export async function answerApproval(
  given: string,
  answer: ApprovalAnswer,
  flags: AnswerFlags,
  io: Io,
): Promise<ExitCode> {
  await using store = await findAuthority(flags, io)
  const { reason } = flags
  const found = store === undefined ? undefined : await findByPrefix(store.approvals, given)
  if (found?.status === 'ambiguous') {
    await io.diagnostics.write(`drawbridge: ${ambiguous(given, found.ids)}\n`)
    return exitCodes.failed
  }
  const id = found?.approval.request.id ?? given
  const digest = found?.approval.request.digest
  const decision: ApprovalDecision = {
    requestId: id,
    answer,
    ...(digest === undefined ? {} : { digest }),
    ...(reason === undefined ? {} : { reason }),
  }
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
    case 'not_shown':
      return `${id} asks something else than was shown. Look at it again: drawbridge approvals show ${id}`
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
