import { sessionKinds } from '@drawbridge/core/event'
import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'
import type { ListFlags } from '../sessions/list-sessions.ts'
import { readCount } from '../sessions/read-count.ts'
import { addRecordFlags } from '../sessions/record-flags.ts'

export const configureSessionsList: ConfigureCommand = (command, { io }) => {
  addRecordFlags(command)
    .option('--limit <number>', 'maximum number of sessions', readCount, 50)
    .addOption(command.createOption('--kind <kind>', 'only sessions of this kind').choices(sessionKinds))
    .option('--agent <id>', 'only sessions of this agent')
    .option('--json', 'write one JSON object')
    .addHelpText(
      'after',
      examplesHelp([
        ['The latest sessions', 'drawbridge sessions'],
        ['Those of the subagents of an agent', 'drawbridge sessions list --kind child --agent helper'],
      ]),
    )
    .action(async (flags: ListFlags) => {
      const { listSessions } = await import('../sessions/list-sessions.ts')
      await listSessions(flags, io)
    })
}
