export { deskIdentity } from './approval/desk-identity.ts'
export {
  type ArtifactFiles,
  type ArtifactFilesOptions,
  createArtifactFiles,
  defaultArtifactLimits,
} from './file/create-artifact-files.ts'
export { createFileRecorder, type FileRecorderOptions } from './file/create-file-recorder.ts'
export { sessionFileName } from './file/session-file-name.ts'
export { unreadableFile } from './file/unreadable-file.ts'
