import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'
import type { PolicyFileFlags } from '../policy/policy-file-flags.ts'
import { addPolicyFileFlags } from '../policy/policy-file-flags.ts'

export const configurePolicyCheck: ConfigureCommand = (command, { io, finish }) => {
  addPolicyFileFlags(command).addHelpText(
    'after',
    examplesHelp(
      [
        ["The operator's configuration", 'drawbridge policy check'],
        ['Before it is used', 'drawbridge policy check drawbridge.jsonc'],
        ["As a project's file", 'drawbridge policy check --project drawbridge.jsonc'],
      ],
      'Exit code: 0 no problems, 1 problems found.',
    ),
  )
  command.action(async (given: string | undefined, flags: PolicyFileFlags) => {
    const { runPolicyCheck } = await import('../policy/run-policy-check.ts')
    finish(await runPolicyCheck(given, flags, io))
  })
}
