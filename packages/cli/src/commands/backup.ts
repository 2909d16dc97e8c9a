import type { BackupFlags } from '../backup/backup-flags.ts'
import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'

export const configureBackup: ConfigureCommand = (command, { io, finish }) => {
  command
    .argument('<folder>', 'the folder to make; must not be there yet')
    .option('--include-key', 'also take the key file along: whoever has the backup then reads every secret')
    .option('--home <folder>', "where drawbridge keeps its data (default: $DRAWBRIDGE_HOME, else '~/.drawbridge')")
    .option('--config <file>', "the operator's configuration (default: drawbridge.jsonc in the home)")
    .option('--json', 'write one JSON object')
    .addHelpText(
      'after',
      examplesHelp(
        [
          ['Everything that the home keeps, while it is in use', 'drawbridge backup ~/backups/monday'],
          ['With the key, for a disk that is encrypted itself', 'drawbridge backup /media/safe/monday --include-key'],
        ],
        'Without its key a backup gives no secret away: the database holds them encrypted. With it, it is as good as plain text.',
      ),
    )
    .action(async (folder: string, flags: BackupFlags & { readonly includeKey?: boolean }) => {
      const { runBackup } = await import('../backup/run-backup.ts')
      finish(await runBackup(folder, flags, io))
    })
}
