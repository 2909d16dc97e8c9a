import './base/require-node.ts'
import './base/require-platform.ts'

export type { ApprovalAnswer, ApprovalDecision, ApprovalRequest } from './approval/approval-request.ts'
export { approveEverything, approveWith } from './approval/approve-with.ts'
export type { Approver, AutomaticApprovals } from './approval/approver.ts'
export type { PendingCall, PendingReceipt } from './approval/pending-receipt.ts'
export type { Principal } from './base/principal.ts'
export { DrawbridgeError, type DrawbridgeErrorCode } from './error/drawbridge-error.ts'
export { errorMessage } from './error/error-message.ts'
export type { DrawbridgeEvent, EventBodies } from './event/drawbridge-event.ts'
export type { Hooks } from './hook/hook.ts'
export { type Failure, failure } from './outcome/failure.ts'
export type { CancelledOutcome, DeniedOutcome, FailedOutcome, OkOutcome, Outcome } from './outcome/outcome.ts'
export type { OutcomeCode } from './outcome/outcome-code.ts'
export { fail, ToolFault } from './outcome/tool-fault.ts'
export type { CallOptions, DetachedCallOptions } from './pipeline/entries/call-in-scope.ts'
export type { Explanation } from './pipeline/entries/explain-call.ts'
export type { RunSettings } from './pipeline/run-context.ts'
export type { Decision, Verdict } from './policy/decision.ts'
export type { Mode } from './policy/section/permissions-section.ts'
export type { Questioner } from './question/questioner.ts'
export { createRegistry, type Registry } from './registry/create-registry.ts'
export type { Snapshot } from './registry/snapshot.ts'
export type { SourceTool, ToolSource } from './registry/tool-source.ts'
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
export type { Label, Trust } from './result/label.ts'
export type { ResultMeta, ToolResult } from './result/tool-result.ts'
export { type DetachedRun, openDetachedRun } from './run/open-detached-run.ts'
export { openRun, type Run } from './run/open-run.ts'
export type { RunOptions } from './run/run-options.ts'
export type { InterruptedCall, RunOfSessionOptions, Session } from './run/session.ts'
export type { SessionOptions } from './run/session-options.ts'
export type { Todo, TodoLists, TodoStatus } from './run/todo.ts'
export type { DetachedTurnOutput, TurnOptions, TurnOutput } from './schedule/run-turn.ts'
export type { RoomConfigs, ServiceName, Services } from './services.ts'
export type { DeclaredTarget } from './target/declared-target.ts'
export type { Target } from './target/target.ts'
export { defineTool } from './tool/define-tool.ts'
export type { Permission, Risk } from './tool/permission.ts'
export type { ToolDefinition } from './tool/tool.ts'
export type { ToolContext } from './tool/tool-context.ts'
export { type ToolOutput, toolOutput } from './tool/tool-return.ts'
