import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'
import { addChangeFlags, type ChangeFlags } from '../policy/policy-change-flags.ts'

export const configurePolicyApply: ConfigureCommand = (command, { io, finish }) => {
  addChangeFlags(command.argument('<file>', 'a policy, JSON with comments'))
    .addHelpText(
      'after',
      examplesHelp(
        [
          ['Replace the policy of the database', 'drawbridge policy apply policy.jsonc --note "No deletions"'],
          ['Only if nobody changed it since version 12', 'drawbridge policy apply policy.jsonc --replaces 12'],
        ],
        'Exit code: 0 it is the policy now, 1 nothing was changed.',
      ),
    )
    .action(async (file: string, flags: ChangeFlags) => {
      const { applyFile } = await import('../policy/change-policy.ts')
      finish(await applyFile(file, flags, io))
    })
}
