export { deskIdentity } from './approval/desk-identity.ts'
export {
  type ArtifactFiles,
  type ArtifactFilesOptions,
  createArtifactFiles,
  defaultArtifactLimits,
} from './file/create-artifact-files.ts'
export { createFileRecorder, type FileRecorderOptions } from './file/create-file-recorder.ts'
export { readAllEvents } from './file/read-all-events.ts'
export type { TornLine } from './file/read-event-file.ts'
export { readSessionEvents } from './file/read-session-events.ts'
export { sessionFileName } from './file/session-file-name.ts'
export { unreadableFile } from './file/unreadable-file.ts'
