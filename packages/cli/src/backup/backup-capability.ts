import type { Capability } from '../command-line/capability.ts'

/** Copies of all data of the home. */
export const backupCapability: Capability = {
  commands: [
    {
      path: ['backup'],
      summary: 'write all data of the home to a folder, while it is in use',
      load: async () => (await import('../commands/backup.ts')).configureBackup,
    },
    {
      path: ['restore'],
      summary: 'create a home from a backup, on either database',
      load: async () => (await import('../commands/restore.ts')).configureRestore,
    },
  ],
}
