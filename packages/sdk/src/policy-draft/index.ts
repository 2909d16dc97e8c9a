export type { PolicyContent } from './database-policy.ts'
export { type DraftProblem, draftRefusals } from './draft-refusals.ts'
export {
  type CurrentPolicy,
  openPolicyEditor,
  type PolicyApplication,
  type PolicyCheck,
  type PolicyEditor,
  type PolicyEditorSources,
  type PolicyOutcome,
  type PolicyTrialReport,
  type PolicyVersion,
} from './open-policy-editor.ts'
export { type PolicyChange, policyChanges } from './policy-changes.ts'
