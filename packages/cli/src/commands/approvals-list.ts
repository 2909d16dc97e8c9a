import { addApprovalFlags } from '../approvals/approval-flags.ts'
import type { ListFlags } from '../approvals/list-approvals.ts'
import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'

export const configureApprovalsList: ConfigureCommand = (command, { io }) => {
  addApprovalFlags(command)
    .option('--all', 'include answered and expired questions')
    .addHelpText('after', examplesHelp([['Which questions are pending?', 'drawbridge approvals list --json']]))
    .action(async (flags: ListFlags) => {
      const { listApprovals } = await import('../approvals/list-approvals.ts')
      await listApprovals(flags, io)
    })
}
