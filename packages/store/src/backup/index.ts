export { type Backup, type BackupOptions, backUp } from './back-up.ts'
export type { BackupDatabase, BackupFile, BackupTable, Manifest } from './manifest.ts'
export { restoringMark } from './place-home.ts'
export { type Restoration, type RestoreOptions, restore } from './restore.ts'
