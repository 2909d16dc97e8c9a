import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'
import { addChangeFlags, type ChangeFlags } from '../policy/policy-change-flags.ts'

export const configurePolicyRevert: ConfigureCommand = (command, { io, finish }) => {
  addChangeFlags(command.argument('<version>', 'a number, as `policy versions` lists it'))
    .addHelpText(
      'after',
      examplesHelp([['What was in force before version 12', 'drawbridge policy revert 11 --note "Too strict"']]),
    )
    .action(async (version: string, flags: ChangeFlags) => {
      const { revertTo } = await import('../policy/change-policy.ts')
      finish(await revertTo(version, flags, io))
    })
}
