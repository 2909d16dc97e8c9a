export { checkEditInput, type EditInput, editInput, maxEditBytes } from './edit-input.ts'
export { planEdit } from './plan-edit.ts'
export type { PlannedEdit } from './plan-on-source.ts'
