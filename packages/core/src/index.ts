export {
  foldPath,
  isLoginFile,
  isProjectCode,
  isProtectedFile,
  isSensitiveFile,
  loginFileNames,
} from '@drawbridge/shell/guarded-files'
export type { CodeFile, CodePart } from '@drawbridge/shell/obey'
export { sharedFolders, systemFolders } from '@drawbridge/shell/system-folders'
export {
  type AnswerReceipt,
  type AnswerSender,
  type ApprovalInbox,
  createApprovalInbox,
  type InboxListener,
} from './approval/approval-inbox.ts'
export type {
  ApprovalAnswer,
  ApprovalDecision,
  ApprovalPreview,
  ApprovalRequest,
  EarlierAnswer,
  HookOpinion,
  OfferedAnswer,
  WithheldAnswer,
} from './approval/approval-request.ts'
export { approveAlways, approveWith } from './approval/approve-with.ts'
export type { Approver, AutomaticApprovals, RequestWatch } from './approval/approver.ts'
export { answers } from './approval/ask-approvers.ts'
export { type GoclawApproval, type TranslatedApproval, translateGoclawApproval } from './approval/goclaw-approval.ts'
export { inOrderOfArrival } from './approval/in-order-of-arrival.ts'
export { shownInPart } from './approval/offered-answers.ts'
export {
  type ApprovalPart,
  type ApprovalParts,
  type Danger,
  dangers,
  describePart,
  type PartTotals,
  partsOf,
} from './approval/parts-of.ts'
export { type PendingReceipt, type ReceivedCall, readReceipt } from './approval/pending-receipt.ts'
export type { PreviewCall } from './approval/preview-call.ts'
export type { ReceiptLedger } from './approval/receipt-ledger.ts'
export { wasAnswered } from './approval/was-answered.ts'
export type {
  Artifact,
  ArtifactOrigin,
  ArtifactStore,
  ArtifactWriter,
  SessionArtifacts,
} from './artifact/artifact-store.ts'
export { createMemoryArtifactStore, type MemoryArtifactOptions } from './artifact/memory-artifact-store.ts'
export { type CutText, cutText, type TextLimit } from './bound/cut-text.ts'
export type { Clock } from './clock/clock.ts'
export type { IdSource } from './clock/id-source.ts'
export { systemClock } from './clock/system-clock.ts'
export { createSystemIdSource } from './clock/system-id-source.ts'
export { type Cleanup, createCleanup } from './dispose/create-cleanup.ts'
export { assertNever } from './error/assert-never.ts'
export { DrawbridgeError, type DrawbridgeErrorCode } from './error/drawbridge-error.ts'
export { errorMessage } from './error/error-message.ts'
export { describeEvent } from './event/describe-event.ts'
export {
  type DrawbridgeEvent,
  type DrawbridgeEventBody,
  type EndEvent,
  type EventBodies,
  isEndEvent,
} from './event/drawbridge-event.ts'
export {
  coreEvents,
  createEventCatalogue,
  type EventCatalogue,
  withEventFamilies,
} from './event/event-catalogue.ts'
export type {
  AnyEvent,
  AnyEventBody,
  EventFamily,
  EventKind,
  EventLine,
  EventNode,
  EventStamp,
  ReplayClass,
} from './event/event-family.ts'
export { createEventLog, type EventLog, type EventSink } from './event/event-log.ts'
export { turnNodeId } from './event/families/call-events.ts'
export { type RunEndReason, runNodeId } from './event/families/run-events.ts'
export { noRecorder, type Recorder } from './event/recorder.ts'
export { scrubFields, scrubNothing } from './event/scrub-fields.ts'
export { describeGrant } from './grant/describe-grant.ts'
export type { Grant, GrantOwner, GrantProposal, GrantScope } from './grant/grant.ts'
export { grantCovers } from './grant/grant-covers.ts'
export { createMemoryGrantStore, type GrantStore } from './grant/grant-store.ts'
export { type Proposal, proposeGrant } from './grant/propose-grant.ts'
export {
  type HookEvent,
  type Hooks,
  type HookVerdict,
  noHooks,
  type PermissionRequestHook,
  type PostToolUseHook,
  type PreToolUseHook,
  type SessionStartHook,
} from './hook/hook.ts'
export type { HookMatcher, TargetMatcher } from './hook/hook-matcher.ts'
export { readHookText, readHookVerdict } from './hook/read-hook-answer.ts'
export { isJsonObject, stableStringify } from './json/index.ts'
export { createLimiter, type LimiterOptions } from './limit/create-limiter.ts'
export {
  type BucketSettings,
  defaultLimitSettings,
  type LimitSettings,
  type WindowSettings,
} from './limit/limit-settings.ts'
export { type Limiter, type LimitGrant, type LimitRequest, unlimited } from './limit/limiter.ts'
export { concurrencyRetryMs, type Limit, limitsOf, longestWait } from './limit/limits-of.ts'
export { slide, waitForPlace } from './limit/sliding-window.ts'
export { type BucketLevel, refill, waitForToken } from './limit/token-bucket.ts'
export { createLockTable, type LockRequest, type LockTable } from './lock/lock-table.ts'
export type {
  FileAccess,
  FileEntry,
  FileStat,
  OpenFile,
  WalkOptions,
  WalkSummary,
  WriteOptions,
  WriteReceipt,
} from './machine/file-access.ts'
export type { Machine, MachineScope } from './machine/machine.ts'
export type {
  BackgroundEnd,
  BackgroundProcess,
  BackgroundRequest,
  BoundedOutput,
  HelperRequest,
  LineReader,
  OutputStretch,
  ProcessCommand,
  ProcessEnd,
  ProcessLimit,
  ProcessPlace,
  ProcessRequest,
  ProcessResult,
  ProcessRunner,
  ProcessSettings,
  SurvivingProcess,
} from './machine/process-runner.ts'
export { canonicalDialect, type Dialect, dialects, safeDialect, safeName } from './name/dialect.ts'
export { foreignCanonicalName, readForeignName } from './name/foreign-name.ts'
export { createNameMap, type NameMap } from './name/name-map.ts'
export { didYouMean, nearestNames } from './name/nearest-names.ts'
export { type Failure, type FailureDetails, failure } from './outcome/failure.ts'
export type { CancelledOutcome, DeniedOutcome, FailedOutcome, OkOutcome, Outcome } from './outcome/outcome.ts'
export { isRetryable, type OutcomeCode, outcomeCodes } from './outcome/outcome-code.ts'
export { fail, ToolFault } from './outcome/tool-fault.ts'
export { isWithin } from './path/is-within.ts'
export type { CallOptions } from './pipeline/call-options.ts'
export type { Explanation } from './pipeline/explain-call.ts'
export type { RunSettings } from './pipeline/run-settings.ts'
export type { Authority, CallFacts, EarlyFacts } from './policy/authority.ts'
export { builtInAuthority, builtInPolicy } from './policy/built-in-policy.ts'
export type { Ceiling } from './policy/ceiling.ts'
export { type Catalogue, catalogueOf } from './policy/compile/catalogue.ts'
export { checkToolNames, type NameProblem } from './policy/compile/check-tool-names.ts'
export { type CompileOptions, compilePolicy, type PolicyCompilation } from './policy/compile/compile-policy.ts'
export { compileSensitivity, type Sensitivity } from './policy/compile/compile-sensitivity.ts'
export type { CompiledPolicy } from './policy/compile/compiled-policy.ts'
export type { PolicyProblem } from './policy/compile/policy-problem.ts'
export { type CeilingOptions, compileCeiling, inheritedCeilings } from './policy/compile-ceiling.ts'
export { createPolicyAuthority, type RunAuthority } from './policy/create-policy-authority.ts'
export type { Decision, DecisionStep, Verdict } from './policy/decision.ts'
export type { Mode, PermissionRule } from './policy/section/permissions-section.ts'
export type { ConfigPath, PolicyConfig, PolicyLayer } from './policy/section/policy-config.ts'
export { createToolSets, type ToolSets } from './policy/tool-set/create-tool-sets.ts'
export type { ToolExplanation, ToolSet } from './policy/tool-set/effective-set.ts'
export type { SetNote } from './policy/tool-set/judge-tool.ts'
export type { ToolScope } from './policy/tool-set/tool-scope.ts'
export type { ParentRun, Principal, Role } from './principal/principal.ts'
export { loadTools } from './registry/compile-tool.ts'
export type { QuarantinedTool, SourceConnection } from './registry/connect-source.ts'
export { createRegistry, type Registry } from './registry/create-registry.ts'
export type { HiddenTool } from './registry/hidden-tool.ts'
export type { ListedTool, RegisteredTool } from './registry/registered-tool.ts'
export type { Snapshot, SnapshotOptions } from './registry/snapshot.ts'
export type { ToolSource } from './registry/tool-source.ts'
export type {
  ArtifactReferenceBlock,
  AudioBlock,
  ContentBlock,
  ImageBlock,
  JsonBlock,
  ResourceBlock,
  TextBlock,
  UnlabelledBlock,
} from './result/content-block.ts'
export { joinLabels } from './result/join-labels.ts'
export { type Label, type LabelSource, ownLabel, type Trust } from './result/label.ts'
export type { ResultMeta, ToolResult } from './result/tool-result.ts'
export { type DetachedRun, openDetachedRun } from './run/open-detached-run.ts'
export { openRun, type Run } from './run/open-run.ts'
export type { RunOptions } from './run/run-options.ts'
export type { InterruptedCall, RunOfSessionOptions, Session } from './run/session.ts'
export type { SessionOptions } from './run/session-options.ts'
export type { PolicyOptions, PolicySource, SessionPolicy } from './run/session-policy.ts'
export type { TurnOutput } from './schedule/run-turn.ts'
export { defaultTurnLimits, type TurnLimits } from './schedule/turn-state.ts'
export {
  type CompiledSchema,
  compileToolSchema,
  describeProblems,
  type InferInput,
  type InferOutput,
  type JsonSchema,
  type OpenSchemaOptions,
  openSchema,
  type Problem,
  type Repair,
  SchemaError,
  type SchemaProfile,
  strictSchema,
  type ToolSchema,
} from './schema/index.ts'
export {
  type CompiledOperatorPatterns,
  compileOperatorPatterns,
  createScrubber,
  createSecretRegistry,
  type OperatorPattern,
  type OperatorPatterns,
  type PatternProblem,
  type Redaction,
  type RedactionCounts,
  type RegisteredValue,
  type RegisterOptions,
  redactionMarker,
  type ScrubbedText,
  type ScrubbedValue,
  type Scrubber,
  type ScrubberOptions,
  type ScrubberParts,
  type ScrubStream,
  type SecretLifetime,
  type SecretRegistration,
  type SecretRegistry,
  type SlicedScrubber,
  scrubberOfParts,
  secretObjection,
} from './scrub/index.ts'
export type { RoomConfigs, ServiceName, Services } from './service/services.ts'
export {
  type ChangedCall,
  type ChangedGroup,
  createSimulation,
  type Simulation,
  type SimulationOptions,
  type SimulationReport,
  simulate,
} from './simulate/simulate.ts'
export type { DeclaredTarget, Reach } from './target/declared-target.ts'
export { identityOnlyResolver } from './target/identity-only-resolver.ts'
export type { Invocation } from './target/invocation.ts'
export type { PathDenial, PathDenials } from './target/path-denials.ts'
export type {
  CommandTarget,
  CommandWord,
  DenyGroupHit,
  DynamicTarget,
  HostTarget,
  IdentityTarget,
  PathAccess,
  PathTarget,
  PathZone,
  Target,
} from './target/target.ts'
export { shellCommand } from './target/target.ts'
export type { TargetResolution, TargetResolver } from './target/target-resolver.ts'
export { escapeToOneLine, escapeUnprintable } from './text/escape-unprintable.ts'
export { quoteWord } from './text/quote-word.ts'
export { type DeferredTool, defineToolBody, type ToolBody, type ToolHead } from './tool/deferred-tool.ts'
export { defineTool } from './tool/define-tool.ts'
export type { OutputSpill } from './tool/output-spill.ts'
export { derivedRisk, isRiskier, type Permission, type Risk, risks } from './tool/permission.ts'
export { createSessionState, type SessionKey, type SessionState } from './tool/session-state.ts'
export type { EffectiveAuthority, ReroutedCall, ToolDefinition, ToolOrigin } from './tool/tool.ts'
export type { ToolContext, ToolProgress } from './tool/tool-context.ts'
export { isToolReturn, type ToolReturn, type ToolReturnParts, toolReturn } from './tool/tool-return.ts'
