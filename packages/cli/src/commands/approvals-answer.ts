import type { ApprovalAnswer } from '@drawbridge/core'
import type { AnswerFlags } from '../approvals/answer-approval.ts'
import { addApprovalFlags, approvalAnswers } from '../approvals/approval-flags.ts'
import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'

export const configureApprovalsAnswer: ConfigureCommand = (command, { io, finish }) => {
  addApprovalFlags(command)
    .argument('<id>', 'id of the question, or a unique prefix')
    .addArgument(command.createArgument('<answer>', 'one of the offered answers').choices(approvalAnswers))
    .option(
      '--digest <digest>',
      'digest of the question as shown, 8 digits or more; needed to allow: the answer counts only for the shown question',
    )
    .option('--reason <text>', 'reason; the model reads it with a denial')
    .addHelpText(
      'after',
      examplesHelp([
        ['Allow this one call, as you were shown it', 'drawbridge approvals answer ID allow_once --digest DIGEST'],
        ['Refuse it', "drawbridge approvals answer ID deny --reason 'use the other file'"],
      ]),
    )
    .action(async (id: string, answer: ApprovalAnswer, flags: AnswerFlags) => {
      const { answerApproval } = await import('../approvals/answer-approval.ts')
      finish(await answerApproval(id, answer, flags, io))
    })
}
