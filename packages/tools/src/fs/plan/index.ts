export { planEdit } from './plan-edit.ts'
export type { PlannedEdit } from './plan-on-source.ts'
