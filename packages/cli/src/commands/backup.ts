import type { BackupFlags } from '../backup/backup-flags.ts'
import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'

export const configureBackup: ConfigureCommand = (command, { io, finish }) => {
  command
    .argument('<folder>', 'the folder to create; must not exist yet')
    .option('--include-key', 'include the key file: anyone with the backup can then read every secret')
    .option('--home <folder>', "where drawbridge keeps its data (default: $DRAWBRIDGE_HOME, else '~/.drawbridge')")
    .option('--config <file>', "the operator's configuration (default: drawbridge.jsonc in the home)")
    .option('--json', 'write one JSON object')
    .addHelpText(
      'after',
      examplesHelp(
        [
          ['All data of the home, while it is in use', 'drawbridge backup ~/backups/monday'],
          ['With the key, for a disk that is encrypted itself', 'drawbridge backup /media/safe/monday --include-key'],
        ],
        'Without the key a backup reveals no secret, because they are encrypted in the database. With the key, it is as good as plain text.',
      ),
    )
    .action(async (folder: string, flags: BackupFlags & { readonly includeKey?: boolean }) => {
      const { runBackup } = await import('../backup/run-backup.ts')
      finish(await runBackup(folder, flags, io))
    })
}
