import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'
import type { InitFlags } from '../init/run-init.ts'
import { type ChoiceName, startingChoices, valuesOf } from '../init/starting-choices.ts'
import { addStoreFlags } from '../session/session-flags.ts'

export const configureInit: ConfigureCommand = (command, { io, finish }) => {
  addStoreFlags(command)
  for (const name of Object.keys(startingChoices) as readonly ChoiceName[]) {
    command.addOption(
      command
        .createOption(`--${name} <${name}>`, summaries[name])
        .choices([...valuesOf(name)])
        .conflicts('project'),
    )
  }
  command
    .addOption(command.createOption('--model <id>', 'the model of agents: provider/name').conflicts('project'))
    .addOption(
      command
        .createOption('--model-url <url>', 'the server of that model, if it speaks the format of OpenAI')
        .conflicts('project'),
    )
    .option('--project', "write the project's file in the workspace instead, which can only narrow")
    .option('--json', 'write one JSON object, and ask nothing')
    .addHelpText(
      'after',
      examplesHelp(
        [
          ['Your own configuration, with four questions', 'drawbridge init'],
          ['Without questions', 'drawbridge init --profile coding --mode accept-edits --sandbox off'],
          ['With a model on this machine', 'drawbridge init --model llama3 --model-url http://127.0.0.1:11434/v1'],
          ["The project's configuration", 'drawbridge init --project'],
        ],
        'An existing file is never overwritten (exit code 1). Without a terminal nothing is asked.',
      ),
    )
    .action(async (flags: InitFlags) => {
      const { runInit } = await import('../init/run-init.ts')
      finish(await runInit(flags, io))
    })
}

const summaries: Readonly<Record<ChoiceName, string>> = {
  profile: 'which tools exist',
  mode: 'which calls ask',
  sandbox: 'which calls run in a sandbox',
}
