export type { ChangeCall, ChangePreview } from '../preview-change.ts'
export { editBeside, previewBeside } from './change-beside.ts'
export type { WorkedOutEdit } from './work-out-edit.ts'
