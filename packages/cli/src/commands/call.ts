import type { CallFlags } from '../call/call-flags.ts'
import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'
import { addCallerFlags, addDenyFlag, addSessionFlags, approveFlags } from '../session/session-flags.ts'

export const configureCall: ConfigureCommand = (command, { io, finish }) => {
  addCallerFlags(addDenyFlag(addSessionFlags(command)))
    .argument('[tool]', 'name of the tool, such as fs.read_file')
    .argument('[arguments]', 'its arguments as JSON, or - to read them from standard input')
    .addOption(
      command
        .createOption(
          '--approve <who>',
          'who answers questions: you at the terminal, your approval in advance, `drawbridge approvals`, no one',
        )
        .choices(approveFlags)
        .default('ask'),
    )
    .option('--session <id>', 'continue the record of this session')
    .option('--jsonl', 'read calls {"tool", "arguments"} from standard input and write one result per line')
    .option('--json', 'write the outcome as one JSON object')
    .addHelpText(
      'after',
      examplesHelp(
        [
          ['Read a file', `drawbridge call fs.read_file '{"path":"package.json","max_lines":20}'`],
          ['Make an edit; you are shown the change and asked first', `drawbridge call fs.edit - < edit.json`],
          ['Several calls in one session', `drawbridge call --jsonl --approve never < calls.jsonl`],
        ],
        'Exit code: 0 ok, 1 failed, 2 usage, 3 denied, 4 cancelled; with --jsonl the highest of all calls.',
      ),
    )
    .action(async (tool: string | undefined, json: string | undefined, flags: CallFlags) => {
      const { runCall } = await import('../call/run-call.ts')
      finish(await runCall({ tool, json, flags }, io))
    })
}
