export type { ParentRun, Role } from '../base/principal.ts'
export type { Authority, CallFacts, EarlyFacts } from '../policy/authority.ts'
export { builtInAuthority, builtInPolicy } from '../policy/built-in-policy.ts'
export type { Ceiling } from '../policy/ceiling.ts'
export { type Catalogue, catalogueOf } from '../policy/compile/catalogue.ts'
export { checkToolNames, type NameProblem } from '../policy/compile/check-tool-names.ts'
export { compilePolicy, type PolicyCompilation, type PolicyCompileOptions } from '../policy/compile/compile-policy.ts'
export { compileSensitivity, type Sensitivity } from '../policy/compile/compile-settings.ts'
export type { CompiledPolicy } from '../policy/compile/compiled-policy.ts'
export type { PolicyProblem } from '../policy/compile/policy-problem.ts'
export { type CeilingOptions, compileCeiling, inheritedCeilings } from '../policy/compile-ceiling.ts'
export { createPolicyAuthority, type RunAuthority } from '../policy/create-policy-authority.ts'
export { decideWithSet } from '../policy/decide-with-set.ts'
export type { DecisionStep } from '../policy/decision.ts'
export type { PermissionRule } from '../policy/section/permissions-section.ts'
export type { ConfigPath, PolicyConfig, PolicyLayer } from '../policy/section/policy-config.ts'
export { createToolSets, type ToolSets } from '../policy/tool-set/create-tool-sets.ts'
export type { ToolExplanation, ToolSet } from '../policy/tool-set/effective-set.ts'
export type { SetNote } from '../policy/tool-set/judge-tool.ts'
export type { ToolScope } from '../policy/tool-set/tool-scope.ts'
export type { PolicyOptions, PolicySource, SessionPolicy } from '../run/session-policy.ts'
export { createShadowReporter, type ShadowReport, type ShadowReporter } from '../simulate/shadow-report.ts'
export {
  type ChangedCall,
  type ChangedGroup,
  createSimulation,
  type Simulation,
  type SimulationOptions,
  type SimulationReport,
  simulate,
} from '../simulate/simulate.ts'
