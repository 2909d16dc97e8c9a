import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'
import type { ListFlags } from '../sessions/list-sessions.ts'
import { readCount } from '../sessions/read-count.ts'
import { addRecordFlags } from '../sessions/record-flags.ts'

export const configureSessionsList: ConfigureCommand = (command, { io }) => {
  addRecordFlags(command)
    .option('--limit <number>', 'maximum number of sessions', readCount, 50)
    .option('--json', 'write one JSON object')
    .addHelpText('after', examplesHelp([['The latest sessions', 'drawbridge sessions']]))
    .action(async (flags: ListFlags) => {
      const { listSessions } = await import('../sessions/list-sessions.ts')
      await listSessions(flags, io)
    })
}
