import { addApprovalFlags } from '../approvals/approval-flags.ts'
import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'
import type { ListGrantsFlags } from '../grants/list-grants.ts'

export const configureGrantsList: ConfigureCommand = (command, { io }) => {
  addApprovalFlags(command)
    .option('--all', 'include revoked and expired grants')
    .addHelpText('after', examplesHelp([['Which grants exist?', 'drawbridge grants']]))
    .action(async (flags: ListGrantsFlags) => {
      const { listGrants } = await import('../grants/list-grants.ts')
      await listGrants(flags, io)
    })
}
