export type { PolicyTestOutcome } from '../config/judge-policy-test.ts'
export { type PolicyTest, policyTest } from '../config/sections.ts'
export { applyPolicy } from './apply-policy.ts'
export type { PolicyContent } from './database-policy.ts'
export { type DraftProblem, draftRefusals, testRefusals } from './draft-refusals.ts'
export {
  type CurrentPolicy,
  openPolicyEditor,
  type PolicyApplication,
  type PolicyCheck,
  type PolicyEditor,
  type PolicyEditorSources,
  type PolicyOutcome,
  type PolicyTestReport,
  type PolicyTrialReport,
  type PolicyVersion,
} from './open-policy-editor.ts'
export { type ParsedPolicy, parsePolicy } from './parse-policy.ts'
export { type PolicyChange, policyChanges } from './policy-changes.ts'
