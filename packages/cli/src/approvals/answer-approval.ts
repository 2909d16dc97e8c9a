import type { ApprovalAnswer, ApprovalDecision, ApprovalRequest } from '@drawbridge/core'
import type { DeskReceipt } from '@drawbridge/sdk/authority'
import { type ExitCode, exitCodes } from '../command-line/exit-code.ts'
import type { Io } from '../io/io.ts'
import type { ApprovalFlags } from './approval-flags.ts'
import { findApproval, noSuchQuestion } from './find-approval.ts'
import { findAuthority, operator } from './open-authority.ts'
import { isDigest } from './short-digest.ts'

export interface AnswerFlags extends ApprovalFlags {
  readonly reason?: string
  /** The digest that was shown with the question, or enough of its beginning. */
  readonly digest?: string
}

/** Answers one question, named by its id or a beginning of it that no other has. The same answer twice is as good as once. */
export async function answerApproval(
  given: string,
  answer: ApprovalAnswer,
  flags: AnswerFlags,
  io: Io,
): Promise<ExitCode> {
  await using store = await findAuthority(flags, io)
  const { reason, digest } = flags
  const found = await findApproval(given, store)
  if (found.status === 'refused' && flags.json !== true) {
    await io.diagnostics.write(`drawbridge: ${found.why}\n`)
    return exitCodes.failed
  }
  const asked = found.status === 'found' ? found.approval.request : undefined
  const id = asked?.id ?? given
  const decision: ApprovalDecision = {
    requestId: id,
    answer,
    ...(digest === undefined ? {} : { digest: digestShown(digest, asked) }),
    ...(reason === undefined ? {} : { reason }),
  }
  const receipt: DeskReceipt = (await store?.approvals.answer(decision, operator(io))) ?? { status: 'unknown_request' }
  const isSame = receipt.status === 'already_settled' && receipt.answer === answer
  if (flags.json === true) await io.output.write(`${JSON.stringify({ requestId: id, ...receipt })}\n`)
  else if (receipt.status === 'accepted') await io.output.write(`Answered ${id}: ${answer}.\n`)
  else if (receipt.status === 'not_shown' && digest === undefined)
    await io.diagnostics.write(`drawbridge: ${needsDigest(id, answer)}\n`)
  else await io.diagnostics.write(`drawbridge: ${explainReceipt(id, receipt)}\n`)
  return receipt.status === 'accepted' || isSame ? exitCodes.ok : exitCodes.failed
}

function needsDigest(id: string, answer: ApprovalAnswer): string {
  return `${answer} needs the digest of what you were shown. Read the question with \`drawbridge approvals show ${id}\`, and add --digest with the digest given there. A denial needs none.`
}

/** Returns the whole digest if the given one is its beginning. Any other is returned unchanged, and the desk refuses it. */
function digestShown(given: string, asked: ApprovalRequest | undefined): string {
  return asked !== undefined && isDigest(given, asked.digest) ? asked.digest : given
}

/** Explains the reason that an answer changed nothing. */
export function explainReceipt(id: string, receipt: Exclude<DeskReceipt, { status: 'accepted' }>): string {
  switch (receipt.status) {
    case 'already_settled':
      return receipt.answer === undefined
        ? `${id} no longer needs an answer: it was settled by ${receipt.by}.`
        : `${id} was already answered: ${receipt.answer}, by ${receipt.by}.`
    case 'unknown_request':
      return noSuchQuestion(id)
    case 'not_shown':
      return `${id} is not the question that you were shown: its digest is different. Read it again with \`drawbridge approvals show ${id}\`, and answer with the digest given there.`
    case 'not_offered':
      return `That answer is not offered for ${id}. Possible answers: ${receipt.offers.join(', ')}.`
    case 'expired':
      return `${id} expired at ${new Date(receipt.at).toISOString()}. The call has to be made again.`
    case 'not_human':
      return 'Only a person can answer it, and a tool started this command. Answer from your own terminal.'
    default:
      return receipt satisfies never
  }
}
