export type {
  Artifact,
  ArtifactOrigin,
  ArtifactStore,
  ArtifactWriter,
  SessionArtifacts,
} from '../artifact/artifact-store.ts'
export { createMemoryArtifactStore, type MemoryArtifactOptions } from '../artifact/memory-artifact-store.ts'
export { contentText } from '../result/content-text.ts'
export { joinLabels, type LabelSource, ownLabel } from '../result/label.ts'
