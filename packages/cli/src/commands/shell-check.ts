import type { UnapprovedSetting } from '@drawbridge/shell'
import { Option } from 'commander'
import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'

interface ShellCheckFlags {
  readonly allow: readonly string[]
  readonly unapproved: UnapprovedSetting
}

export const configureShellCheck: ConfigureCommand = (command, { io }) => {
  command
    .requiredOption('--jsonl', 'one command per line, as a JSON string or {"cmd", "allow"?}; one answer per line')
    .option('--allow <prefix>', 'allow commands with this prefix, such as "git log"; may be repeated', collect, [])
    .addOption(
      new Option(
        '--unapproved <setting>',
        'unapproved commands that may run: including contained ones, only the core list, or none',
      )
        .choices(['contained', 'core', 'off'])
        .default('contained'),
    )
    .addHelpText(
      'after',
      examplesHelp(
        [['Is this command covered?', `echo '"git log -p"' | drawbridge shell check --allow 'git log' --jsonl`]],
        'Assumes a fictitious machine: workspace and current folder /workspace, home /home/user. Nothing is read or run.',
      ),
    )
    .action(async ({ allow, unapproved }: ShellCheckFlags) => {
      const [{ shellCheckLine }, { answerLines }] = await Promise.all([
        import('@drawbridge/shell'),
        import('../scrub/answer-lines.ts'),
      ])
      await answerLines(io, (line) => shellCheckLine(line, allow, unapproved))
    })
}

function collect(prefix: string, before: readonly string[]): readonly string[] {
  return [...before, prefix]
}
