import type { AuditFlags } from '../audit/list-events.ts'
import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'
import { addRecordFlags } from '../sessions/record-flags.ts'

export const configureAuditList: ConfigureCommand = (command, { io }) => {
  addRecordFlags(command)
    .option('--session <id>', 'only those of one session')
    .option('--since <time>', 'only events since a day or time, such as 2026-11-28')
    .option('--type <type>', 'only events of a type, such as tool.denied, or of a kind, such as permission')
    .option('--json', 'write one JSON object per line')
    .addHelpText('after', examplesHelp([['What was denied', 'drawbridge audit --type tool.denied']]))
    .action(async (flags: AuditFlags) => {
      const { listEvents } = await import('../audit/list-events.ts')
      await listEvents(flags, io)
    })
}
