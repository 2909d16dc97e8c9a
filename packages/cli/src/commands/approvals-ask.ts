import { type ApprovalFlags, addApprovalFlags } from '../approvals/approval-flags.ts'
import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'

export const configureApprovalsAsk: ConfigureCommand = (command, { io }) => {
  addApprovalFlags(command)
    .addHelpText('after', examplesHelp([['Decide on waiting calls, one after the other', 'drawbridge approvals']]))
    .action(async (flags: ApprovalFlags) => {
      const { askApprovals } = await import('../approvals/ask-approvals.ts')
      await askApprovals(flags, io)
    })
}
