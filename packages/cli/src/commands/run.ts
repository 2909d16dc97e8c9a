import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'
import type { RunFlags } from '../run/run-task.ts'
import { addCallerFlags, addDenyFlag, addSessionFlags, approveFlags } from '../session/session-flags.ts'

export const configureRun: ConfigureCommand = (command, { io, finish }) => {
  addCallerFlags(addDenyFlag(addSessionFlags(command)))
    .argument('<task>', 'the task in words, or - to read it from standard input')
    .addOption(
      command
        .createOption(
          '--approve <who>',
          'who answers questions: you at the terminal, your approval in advance, `drawbridge approvals`, no one',
        )
        .choices(approveFlags)
        .default('ask'),
    )
    .option('--model <id>', 'the model, as provider/name (default: the configured one)')
    .option('--resume <session>', 'go on with a recorded session')
    .option('--fork <session>', 'begin a new session with the conversation of another one')
    .option('--max-turns <n>', 'the most model requests (default: 20)')
    .option('--max-tokens <n>', 'the most tokens of all requests together')
    .option('--max-cost <dollars>', 'the most US dollars')
    .option('--max-seconds <n>', 'the most seconds')
    .option('--json', 'write what happens as one JSON object per line; the last one is the result')
    .addHelpText(
      'after',
      examplesHelp(
        [
          ['Fix a bug; you are asked before each change', 'drawbridge run "find out why the tests fail and fix it"'],
          [
            'In a script, within limits',
            'drawbridge run "summarise CHANGES.md" --approve never --max-seconds 60 --json',
          ],
          ['The task from a file', 'drawbridge run - < task.md'],
        ],
        'Exit code: 0 done, 1 failed, 2 usage, 3 done but calls were denied or a person ended it, 5 over budget, 130 interrupted.',
      ),
    )
    .action(async (task: string, flags: RunFlags) => {
      const { runTask } = await import('../run/run-task.ts')
      finish(await runTask(task, flags, io))
    })
}
