export type { Arguments, Dialect, Reading, Speech } from '../dialect/dialect.ts'
export { canonicalDialect, safeDialect, safeName } from '../dialect/plain-dialects.ts'
export { foreignCanonicalName, readForeignName } from '../name/foreign-name.ts'
export { createNameMap, type NameMap } from '../name/name-map.ts'
export { describeTools, loadTools } from '../registry/compile-tool.ts'
export type { QuarantinedTool, SourceConnection, SourceReport } from '../registry/connect-source.ts'
export type { HiddenTool } from '../registry/hidden-tool.ts'
export type { DescribedTool, ListedTool, RegisteredTool } from '../registry/registered-tool.ts'
export type { ShownTool, SnapshotOptions } from '../registry/snapshot.ts'
export type {
  CallerClient,
  ClientAbility,
  ClientForm,
  ClientFormReply,
  ClientLogLevel,
  ClientRequestOptions,
  ClientRoot,
  ClientSample,
  ClientSampleReply,
} from '../tool/caller-client.ts'
export {
  type DeferredTool,
  defineToolBody,
  type ToolBody,
  type ToolHead,
  type ToolSchemas,
} from '../tool/deferred-tool.ts'
export type { OutputSpill } from '../tool/output-spill.ts'
export { derivedRisk, isRiskier, risks } from '../tool/permission.ts'
export { createSessionState, type SessionKey, type SessionState } from '../tool/session-state.ts'
export type { EffectiveAuthority, PartOfCall, ReroutedCall, ToolOrigin } from '../tool/tool.ts'
export type { RunTool, ToolProgress } from '../tool/tool-context.ts'
export { isToolOutput, type ToolOutputParts } from '../tool/tool-return.ts'
