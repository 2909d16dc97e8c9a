import type { BackupFlags } from '../backup/backup-flags.ts'
import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'

export const configureRestore: ConfigureCommand = (command, { io, finish }) => {
  command
    .argument('<folder>', 'a folder written by `drawbridge backup`')
    .option('--force', 'set a home that is not empty aside; it is kept next to the new one')
    .option('--home <folder>', "where drawbridge keeps its data (default: $DRAWBRIDGE_HOME, else '~/.drawbridge')")
    .option('--config <file>', "the configuration that names the database (default: the backup's own)")
    .option('--json', 'write one JSON object')
    .addHelpText(
      'after',
      examplesHelp(
        [
          ['Into a home that is empty or missing', 'drawbridge restore ~/backups/monday'],
          ['Replacing the existing home', 'drawbridge restore ~/backups/monday --force'],
          [
            'From SQLite to a PostgreSQL database that is empty',
            'DRAWBRIDGE_DATABASE_URL=postgres://… drawbridge restore ~/backups/monday --home ~/scaled',
          ],
        ],
        'Every file is checked before anything is changed. Stop servers and MCP clients that use the home first.',
      ),
    )
    .action(async (folder: string, flags: BackupFlags & { readonly force?: boolean }) => {
      const { runRestore } = await import('../backup/run-restore.ts')
      finish(await runRestore(folder, flags, io))
    })
}
