import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'
import { addRecordFlags, type RecordFlags } from '../sessions/record-flags.ts'

export const configureAuditExport: ConfigureCommand = (command, { io }) => {
  addRecordFlags(command)
    .addHelpText('after', examplesHelp([['Everything, as JSON Lines', 'drawbridge audit export > audit.jsonl']]))
    .action(async (flags: RecordFlags) => {
      const { exportSessions } = await import('../sessions/export-sessions.ts')
      await exportSessions(undefined, { ...flags, all: true }, io)
    })
}
