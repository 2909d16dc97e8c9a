import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'
import type { PruneFlags } from '../sessions/prune-sessions.ts'
import { readCount } from '../sessions/read-count.ts'
import { addRecordFlags } from '../sessions/record-flags.ts'

export const configureSessionsPrune: ConfigureCommand = (command, { io }) => {
  addRecordFlags(command)
    .option('--days <number>', 'number of days to keep (default: store.retentionDays of the configuration)', readCount)
    .option('--json', 'write one JSON object')
    .addHelpText(
      'after',
      examplesHelp(
        [['From a job that runs daily', 'drawbridge sessions prune --days 90']],
        'The audit log only loses its beginning, so that it can still be verified.',
      ),
    )
    .action(async (flags: PruneFlags) => {
      const { pruneSessions } = await import('../sessions/prune-sessions.ts')
      await pruneSessions(flags, io)
    })
}
