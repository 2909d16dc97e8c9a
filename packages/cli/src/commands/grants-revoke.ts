import { type ApprovalFlags, addApprovalFlags } from '../approvals/approval-flags.ts'
import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'

export const configureGrantsRevoke: ConfigureCommand = (command, { io, finish }) => {
  addApprovalFlags(command.argument('<id>', 'id as in `grants list`, or a unique prefix'))
    .addHelpText('after', examplesHelp([['Ask again from now on', 'drawbridge grants revoke ID']]))
    .action(async (id: string, flags: ApprovalFlags) => {
      const { revokeGrant } = await import('../grants/revoke-grant.ts')
      finish(await revokeGrant(id, flags, io))
    })
}
