export {
  type ApprovalAnswer,
  type ApprovalDecision,
  type ApprovalRequest,
  type Approver,
  approveEverything,
  approveWith,
  type CallOptions,
  type CancelledOutcome,
  type ContentBlock,
  type Decision,
  type DeclaredTarget,
  type DeniedOutcome,
  DrawbridgeError,
  type DrawbridgeErrorCode,
  type DrawbridgeEvent,
  defineTool,
  errorMessage,
  type FailedOutcome,
  type Failure,
  fail,
  failure,
  type Hooks,
  type InterruptedCall,
  type Mode,
  type OkOutcome,
  type Outcome,
  type OutcomeCode,
  type Permission,
  type Principal,
  type Risk,
  type Run,
  type RunOptions,
  type Session,
  type SessionOptions,
  type Target,
  type ToolContext,
  type ToolDefinition,
  ToolFault,
  type ToolOutput,
  type ToolResult,
  type ToolSource,
  toolOutput,
  type UnlabelledBlock,
  type Verdict,
} from '@drawbridge/core'
export type { RenderedPromptBlock } from '@drawbridge/room'
export {
  type CheckRow,
  type CommandInvocation,
  type CommandRow,
  defineRoom,
  type Finding,
  type House,
  type HouseGround,
  type OpenRoom,
  type Room,
  type RoomCommand,
  type RoomSection,
  type RouteRow,
  roomVersion,
  type ToolRow,
} from '@drawbridge/room'
export type { DrawbridgeConfig, PolicyTest } from './config/sections.ts'
export { createDrawbridge } from './create-drawbridge.ts'
export type { Drawbridge } from './drawbridge.ts'
export type {
  ApproverTools,
  AuthorityOptions,
  DrawbridgeOptions,
  SandboxOptions,
  ToolOptions,
} from './drawbridge-options.ts'
export { type HomeSources, homePath, resolveHome } from './home/resolve-home.ts'
export type { SandboxExplanation } from './sandbox/explain-sandbox.ts'
export type { Sandboxing } from './sandbox/sandboxing.ts'
export type { ScrubOptions, ServerAddresses } from './scrub/scrub-options.ts'
export type { AgentSessionOptions } from './session/agent-session-options.ts'
export type { AgentOptions } from './virtual/agent-options.ts'
export { resolveWorkspace } from './workspace/resolve-workspace.ts'
