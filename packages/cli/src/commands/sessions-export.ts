import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'
import type { ExportFlags } from '../sessions/export-sessions.ts'
import { addRecordFlags } from '../sessions/record-flags.ts'

export const configureSessionsExport: ConfigureCommand = (command, { io }) => {
  addRecordFlags(command.argument('[id]', 'as `drawbridge sessions` lists it'))
    .option('--all', 'every session, in commit order')
    .addHelpText('after', examplesHelp([['Every event of a session', 'drawbridge sessions export work > work.jsonl']]))
    .action(async (id: string | undefined, flags: ExportFlags) => {
      const { exportSessions } = await import('../sessions/export-sessions.ts')
      await exportSessions(id, flags, io)
    })
}
