import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'
import type { PolicyToolsFlags } from '../policy/run-policy-tools.ts'
import { addSessionFlags } from '../session/session-flags.ts'

export const configurePolicyTools: ConfigureCommand = (command, { io }) => {
  addSessionFlags(command)
    .option('--agent <id>', 'for this agent')
    .option('--provider <name>', 'for models of this provider, or provider/model')
    .addOption(
      command.createOption('--role <role>', 'for this role').choices(['main', 'orchestrator', 'sub', 'fork', 'worker']),
    )
    .option('--json', 'write one JSON object')
    .addHelpText(
      'after',
      examplesHelp([['Why does the agent not have this tool?', 'drawbridge policy tools --agent writer']]),
    )
    .action(async (flags: PolicyToolsFlags) => {
      const { runPolicyTools } = await import('../policy/run-policy-tools.ts')
      await runPolicyTools(flags, io)
    })
}
