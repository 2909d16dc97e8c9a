export { type InterruptedCall, recoverInterrupted } from '../recover/recover-interrupted.ts'
export {
  createDatabaseRecorder,
  type DatabaseRecorder,
  type DatabaseRecorderOptions,
} from './create-database-recorder.ts'
export { type KeptEvent, readEvents, readEventTexts } from './read-events.ts'
