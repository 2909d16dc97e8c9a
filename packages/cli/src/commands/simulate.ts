import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'
import { addFolderFlags } from '../session/session-flags.ts'
import type { SimulateFlags } from '../simulate/run-simulate.ts'

export const configureSimulate: ConfigureCommand = (command, { io, finish }) => {
  addFolderFlags(command)
    .requiredOption('--policy <file>', 'the configuration file to try')
    .option('--session <id>', 'only this session (default: all that are recorded)')
    .option('--json', 'write one JSON object')
    .addHelpText(
      'after',
      examplesHelp(
        [
          ['Which verdicts would change?', 'drawbridge simulate --policy stricter.jsonc'],
          ['For a script', 'drawbridge simulate --policy stricter.jsonc --json'],
        ],
        'Exit code: 0 the policy was tested, 1 it has errors. Nothing is called.',
      ),
    )
    .action(async (flags: SimulateFlags) => {
      const { runSimulate } = await import('../simulate/run-simulate.ts')
      finish(await runSimulate(flags, io))
    })
}
