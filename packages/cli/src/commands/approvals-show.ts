import { type ApprovalFlags, addApprovalFlags } from '../approvals/approval-flags.ts'
import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'

export const configureApprovalsShow: ConfigureCommand = (command, { io, finish }) => {
  addApprovalFlags(command)
    .argument('<id>', 'id of the question, or a unique prefix')
    .addHelpText('after', examplesHelp([['Everything about one question', 'drawbridge approvals show ID']]))
    .action(async (id: string, flags: ApprovalFlags) => {
      const { showApproval } = await import('../approvals/show-approval.ts')
      finish(await showApproval(id, flags, io))
    })
}
