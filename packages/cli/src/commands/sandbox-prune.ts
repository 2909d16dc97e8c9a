import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'
import type { SandboxPruneFlags } from '../sandbox/run-sandbox-prune.ts'
import { addStoreFlags } from '../session/session-flags.ts'

export const configureSandboxPrune: ConfigureCommand = (command, { io }) => {
  addStoreFlags(command)
    .option('--json', 'write one JSON object')
    .addHelpText('after', examplesHelp([['From a job that runs daily', 'drawbridge sandbox prune']]))
    .action(async (flags: SandboxPruneFlags) => {
      const { runSandboxPrune } = await import('../sandbox/run-sandbox-prune.ts')
      await runSandboxPrune(flags, io)
    })
}
