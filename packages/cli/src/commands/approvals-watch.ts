import { type ApprovalFlags, addApprovalFlags } from '../approvals/approval-flags.ts'
import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'

export const configureApprovalsWatch: ConfigureCommand = (command, { io }) => {
  addApprovalFlags(command)
    .addHelpText(
      'after',
      examplesHelp([
        ['Answer questions as they arrive', 'drawbridge approvals watch'],
        ['One line per question, for a program that shows them', 'drawbridge approvals watch --json'],
      ]),
    )
    .action(async (flags: ApprovalFlags) => {
      const { watchApprovals } = await import('../approvals/watch-approvals.ts')
      await watchApprovals(flags, io)
    })
}
