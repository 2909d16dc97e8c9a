export type { Backup, Manifest, Restoration } from '@drawbridge/store/backup'
export type { DatabaseExamination, ExaminedDatabase } from '@drawbridge/store/examine'
export { backUpHome, type HomeBackupOptions } from './back-up-home.ts'
export {
  examineStore,
  freeBytes,
  interruptedRestores,
  type OpenEntry,
  openEntries,
  type StoreExamination,
} from './examine-store.ts'
export { type HomeRestoreOptions, restoreHome } from './restore-home.ts'
