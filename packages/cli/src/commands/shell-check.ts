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
    .requiredOption('--jsonl', 'a command per line, as a JSON string or {"cmd", "allow"?}; an answer per line')
    .option('--allow <prefix>', 'allow commands that begin so, such as "git log"; may be repeated', collect, [])
    .addOption(
      new Option(
        '--unapproved <setting>',
        'what may run that nobody approved: also what runs contained, only the core list, or nothing',
      )
        .choices(['contained', 'core', 'off'])
        .default('contained'),
    )
    .addHelpText(
      'after',
      examplesHelp(
        [['Is this one covered?', `echo '"git log -p"' | drawbridge shell check --allow 'git log' --jsonl`]],
        'Judged in a made-up world: workspace and current folder /workspace, home /home/user. Nothing is read or run.',
      ),
    )
    .action(async ({ allow, unapproved }: ShellCheckFlags) => {
      const [{ shellCheckLine }, { answerLines }] = await Promise.all([
        import('@drawbridge/shell'),
        import('../lines/answer-lines.ts'),
      ])
      await answerLines(io, (line) => shellCheckLine(line, allow, unapproved))
    })
}

function collect(prefix: string, before: readonly string[]): readonly string[] {
  return [...before, prefix]
}
