import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'
import type { PolicyFileFlags } from '../policy/policy-file-flags.ts'
import { addPolicyFileFlags, policyFile } from '../policy/policy-file-flags.ts'

export const configurePolicyTest: ConfigureCommand = (command, { io, finish }) => {
  addPolicyFileFlags(command).addHelpText(
    'after',
    examplesHelp(
      [['Does the policy give the expected verdicts?', 'drawbridge policy test drawbridge.jsonc']],
      'Exit code: 0 every test passed, 1 a test failed or the file has errors.',
    ),
  )
  command.action(async (given: string | undefined, flags: PolicyFileFlags) => {
    const { runPolicyTest } = await import('../policy/run-policy-test.ts')
    finish(await runPolicyTest(policyFile(given, io.environment), flags, io))
  })
}
