export type { PatchInput } from './patch-input.ts'
export { type PatchPreviewSources, previewPatch } from './preview-patch.ts'
