import { type ApprovalFlags, addApprovalFlags } from '../approvals/approval-flags.ts'
import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'

export const configureApprovalsWatch: ConfigureCommand = (command, { io }) => {
  addApprovalFlags(command)
    .addHelpText(
      'after',
      examplesHelp([
        ['Answer questions as they come', 'drawbridge approvals watch'],
        ['Let a program show them, a line each', 'drawbridge approvals watch --json'],
      ]),
    )
    .action(async (flags: ApprovalFlags) => {
      const { watchApprovals } = await import('../approvals/watch-approvals.ts')
      await watchApprovals(flags, io)
    })
}
