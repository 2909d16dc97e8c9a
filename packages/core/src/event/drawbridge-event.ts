import type { ApprovalDecision, ApprovalRequest } from '../approval/approval-request.ts'
import type { Grant } from '../grant/grant.ts'
import type { HookEvent } from '../hook/hook.ts'
import type { OutcomeCode } from '../outcome/outcome-code.ts'
import type { Decision } from '../policy/decision.ts'
import type { Principal } from '../principal/principal.ts'
import type { ToolResult } from '../result/tool-result.ts'
import type { Repair } from '../schema/index.ts'
import type { Target } from '../target/target.ts'
import type { Permission, Risk } from '../tool/permission.ts'

/** A call passed all gates and is about to run. A write waits until this is durable. */
export interface ToolStarted {
  readonly type: 'tool.started'
  readonly toolCallId: string
  readonly tool: string
  /** The tool that the model called, where the call really is one of `tool`. */
  readonly askedAs?: string
  readonly permission: Permission
  readonly risk: Risk
  readonly input: unknown
  readonly repairs: readonly Repair[]
  readonly targets: readonly Target[]
  readonly decision: Decision
  readonly principal: Principal
}

export interface ToolProgressed {
  readonly type: 'tool.progress'
  readonly toolCallId: string
  readonly tool: string
  readonly message: string
  readonly fraction?: number
}

/**
 * The one end of a call. `tool.completed`: its tool ran to its end, also where that end is an error result.
 * `tool.failed`: it could not run or broke off. `tool.denied`, `tool.cancelled`: as they say.
 */
export interface ToolEnded {
  readonly type: 'tool.completed' | 'tool.failed' | 'tool.denied' | 'tool.cancelled'
  readonly toolCallId: string
  readonly tool: string
  /** What the model sent, for calls that never got as far as `tool.started`. */
  readonly arguments?: unknown
  readonly result: ToolResult
}

/** Found after a crash: a call that had started and has no end. */
export interface ToolInterrupted {
  readonly type: 'tool.interrupted'
  readonly toolCallId: string
  readonly tool: string
}

export interface PermissionRequested {
  readonly type: 'permission.requested'
  readonly toolCallId: string
  readonly request: ApprovalRequest
}

export interface PermissionDecided {
  readonly type: 'permission.decided'
  readonly toolCallId: string
  readonly approver: string
  readonly decision: ApprovalDecision
}

/** A person allowed more than one call. */
export interface PermissionGranted {
  readonly type: 'permission.granted'
  readonly toolCallId: string
  readonly grant: Grant
}

/** Nobody decided: time ran out, nobody could be reached, or the run was aborted. */
export interface PermissionFailed {
  readonly type: 'permission.failed'
  readonly toolCallId: string
  readonly requestId: string
  readonly code: OutcomeCode
  readonly message: string
}

/** An observing hook failed, which changed nothing. A gating one that fails denies its call, and the denial says so. */
export interface HookFailed {
  readonly type: 'hook.failed'
  readonly hook: string
  readonly event: HookEvent
  readonly toolCallId?: string
  readonly message: string
}

export interface RunAborted {
  readonly type: 'run.aborted'
  readonly reason: string
}

/** What happens in a run, as one closed union. */
export type DrawbridgeEventBody =
  | ToolStarted
  | ToolProgressed
  | ToolEnded
  | ToolInterrupted
  | PermissionRequested
  | PermissionDecided
  | PermissionGranted
  | PermissionFailed
  | HookFailed
  | RunAborted

export interface EventStamp {
  /** Grows by one with each event of a session, from 1. */
  readonly sequence: number
  /** Milliseconds since the Unix epoch. */
  readonly time: number
  readonly session: string
  readonly run: string
}

export type DrawbridgeEvent = EventStamp & DrawbridgeEventBody
