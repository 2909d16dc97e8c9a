import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'
import { UsageError } from '../command-line/usage-error.ts'
import type { ExportFlags } from '../sessions/export-sessions.ts'
import { addRecordFlags } from '../sessions/record-flags.ts'

export const configureSessionsExport: ConfigureCommand = (command, { io }) => {
  addRecordFlags(command.argument('[id]', 'as `drawbridge sessions` lists it'))
    .option('--all', 'every session, in commit order')
    .addOption(
      command
        .createOption('--as <format>', 'the conversation with the model in place of the events')
        .choices(['markdown', 'json']),
    )
    .addHelpText(
      'after',
      examplesHelp([
        ['Every event of a session', 'drawbridge sessions export work > work.jsonl'],
        ['What was said and done, to read', 'drawbridge sessions export work --as markdown > work.md'],
      ]),
    )
    .action(async (id: string | undefined, flags: ExportFlags) => {
      if (flags.as !== undefined) {
        const { exportConversation } = await import('../sessions/export-conversation.ts')
        if (id === undefined) throw new UsageError('With --as, name a session.')
        return exportConversation(id, { ...flags, as: flags.as }, io)
      }
      const { exportSessions } = await import('../sessions/export-sessions.ts')
      await exportSessions(id, flags, io)
    })
}
