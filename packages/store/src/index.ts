export {
  type ArtifactFiles,
  type ArtifactFilesOptions,
  createArtifactFiles,
  defaultArtifactLimits,
} from './file/create-artifact-files.ts'
export { createFileRecorder, type FileRecorderOptions } from './file/create-file-recorder.ts'
export { readSessionEvents, type TornLine } from './file/read-session-events.ts'
export { sessionFileName } from './file/session-file-name.ts'
