export { checkEditInput, type EditInput, editInput, maxEditBytes } from './edit-input.ts'
export { type PlannedEdit, planEdit } from './plan-edit.ts'
