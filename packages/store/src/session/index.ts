export { type ImportReport, importSessionFiles, type TornSessionLine } from '../import/import-session-files.ts'
export { listInterrupted } from '../recover/list-interrupted.ts'
export { type InterruptedCall, recoverInterrupted } from '../recover/recover-interrupted.ts'
export {
  createDatabaseRecorder,
  type DatabaseRecorder,
  type DatabaseRecorderOptions,
} from './create-database-recorder.ts'
export { type KeptEvent, readEvents, readEventTexts } from './read-events.ts'
