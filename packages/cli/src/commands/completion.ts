import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'
import type { CompletedShell } from '../completion/run-completion.ts'

const shells = ['bash', 'zsh', 'fish'] as const satisfies readonly CompletedShell[]

export const configureCompletion: ConfigureCommand = (command, context) => {
  command
    .addArgument(command.createArgument('<shell>', 'the shell that reads the script').choices(shells))
    .addHelpText(
      'after',
      examplesHelp(
        [
          ['bash, in ~/.bashrc', 'eval "$(drawbridge completion bash)"'],
          ['zsh, in ~/.zshrc after compinit', 'eval "$(drawbridge completion zsh)"'],
          ['fish', 'drawbridge completion fish > ~/.config/fish/completions/drawbridge.fish'],
        ],
        'The command must be on the PATH as `drawbridge`. Write the script again after an update or a new room.',
      ),
    )
    .action(async (shell: CompletedShell) => {
      const { runCompletion } = await import('../completion/run-completion.ts')
      await runCompletion(shell, context)
    })
}
