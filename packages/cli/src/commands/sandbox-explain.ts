import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'
import type { SandboxExplainFlags } from '../sandbox/run-sandbox-explain.ts'
import { addSessionFlags } from '../session/session-flags.ts'

export const configureSandboxExplain: ConfigureCommand = (command, { io }) => {
  addSessionFlags(command)
    .option('--agent <id>', 'for this agent')
    .addOption(
      command.createOption('--role <role>', 'for this role').choices(['main', 'orchestrator', 'sub', 'fork', 'worker']),
    )
    .option('--json', 'write one JSON object')
    .addHelpText(
      'after',
      examplesHelp([['What do the commands of a sub-agent see?', 'drawbridge sandbox explain --role sub']]),
    )
    .action(async (flags: SandboxExplainFlags) => {
      const { runSandboxExplain } = await import('../sandbox/run-sandbox-explain.ts')
      await runSandboxExplain(flags, io)
    })
}
