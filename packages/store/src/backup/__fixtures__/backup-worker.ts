import type { DatabaseOptions } from '../../database/index.ts'
import { type BackupOptions, backUp } from '../back-up.ts'
import { type RestoreOptions, restore } from '../restore.ts'
import { databaseOf } from './database-of.ts'

// Another process that makes or restores a backup, to be killed.
export type BackupTask =
  | { readonly kind: 'backup'; readonly options: BackupOptions }
  | { readonly kind: 'restore'; readonly options: Omit<RestoreOptions, 'database'>; readonly server?: DatabaseOptions }

const task = JSON.parse(process.argv[2] ?? '') as BackupTask
process.stdout.write('begun\n')
await (task.kind === 'backup'
  ? backUp(task.options)
  : restore({ ...task.options, database: databaseOf(task.server) }))
process.stdout.write('done\n')
