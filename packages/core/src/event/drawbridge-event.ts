import type { ApprovalDecision, ApprovalRequest } from '../approval/approval-request.ts'
import type { PendingReceipt } from '../approval/pending-receipt.ts'
import type { Grant } from '../grant/grant.ts'
import type { HookEvent, HookVerdict } from '../hook/hook.ts'
import type { OutcomeCode } from '../outcome/outcome-code.ts'
import type { Decision } from '../policy/decision.ts'
import type { Principal } from '../principal/principal.ts'
import type { ToolResult } from '../result/tool-result.ts'
import type { Repair } from '../schema/index.ts'
import type { Target } from '../target/target.ts'
import type { Permission, Risk } from '../tool/permission.ts'

/** The first call of a run came in: how the run was opened. */
export interface RunStarted {
  readonly type: 'run.started'
  readonly principal: Principal
  /** By name. */
  readonly dialect: string
  /** Whether its calls wait for approval as receipts. */
  readonly detached?: true
  readonly settings: Readonly<Record<string, unknown>>
  /** The machine's. Absolute. */
  readonly workspace: string
  /** Set where a hook may have rewritten inputs. */
  readonly hasRewritingHooks?: true
  /** Fingerprint of its tools: names, permission, risk and schemas. */
  readonly tools: string
  /** Whether `allow_always` could be kept. */
  readonly lastingGrants: boolean
  /** The run that began what this one remembers of its session: another process remembers nothing. */
  readonly memoryOf: string
  /** What the composition root has to know to open it again: plain JSON. */
  readonly setup?: Readonly<Record<string, unknown>>
}

/** Which call of which model turn it is. */
export interface TurnPosition {
  /** Counts the turns of the run, from 1. */
  readonly number: number
  /** In the order of the model, from 0. */
  readonly index: number
  readonly size: number
  /** How many calls may run at once, where that is not the default. */
  readonly limits?: { readonly parallelReads: number; readonly parallelAgents: number }
}

/** The arguments of a call where they are not exactly its input. */
export interface GivenArguments {
  /** In the model's order. Those that `other` does not have are as in the input. */
  readonly keys: readonly string[]
  readonly other: Readonly<Record<string, unknown>>
}

/** A call was received and looked at; nothing has been asked or started. */
export interface ToolCalled {
  readonly type: 'tool.called'
  readonly toolCallId: string
  /** As the model spelled it; empty where that could not be read. */
  readonly name: string
  /** Milliseconds since the Unix epoch. */
  readonly receivedAt: number
  /** Absent for a call that came on its own. */
  readonly turn?: TurnPosition
  /** The provider's own id where ours had to differ from it. */
  readonly rawCallId?: string
  /** Absent where the events that follow say them: as their `input`, or as the `arguments` of a call that ends here. */
  readonly arguments?: GivenArguments
  /** Of the call itself, before its tool was known. */
  readonly repairs?: readonly Repair[]
  /** Set where the record has only a part of what could not be read. */
  readonly excerpt?: true
}

/** A call that waited as a receipt goes on, in this run or in another than the one that received it. */
export interface ToolResumed {
  readonly type: 'tool.resumed'
  readonly toolCallId: string
  readonly receivedAt: number
  readonly receipt: PendingReceipt
  readonly decision: ApprovalDecision
  readonly approver: string
}

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
  /** Who added the last blocks of the content, in their order: `loop`, or a hook by name. */
  readonly added?: readonly string[]
  /** Set where the tool itself kept the whole output, and the pipeline never saw it. */
  readonly spilled?: true
  /** Set where the tool labelled parts of its result itself. */
  readonly labelled?: true
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

/** A gating hook said more than that the call may go on. */
export interface HookAnswered {
  readonly type: 'hook.answered'
  readonly hook: string
  readonly event: HookEvent
  readonly toolCallId: string
  readonly answer: Exclude<HookVerdict, { verdict: 'allow' }>
}

/** An observing hook failed, which changed nothing. A gating one that fails denies its call, and the denial says so. */
export interface HookFailed {
  readonly type: 'hook.failed'
  readonly hook: string
  readonly event: HookEvent
  readonly toolCallId?: string
  readonly message: string
}

/** Whoever ran a model turn stopped before its end: what of it had not ended was aborted. */
export interface TurnAborted {
  readonly type: 'turn.aborted'
  /** As {@link TurnPosition.number}. */
  readonly turn: number
}

export interface RunAborted {
  readonly type: 'run.aborted'
  readonly reason: string
  /** Default: whoever opened the run. */
  readonly by?: 'approver' | 'loop'
}

/** What happens in a run, as one closed union. */
export type DrawbridgeEventBody =
  | RunStarted
  | ToolCalled
  | ToolResumed
  | ToolStarted
  | ToolProgressed
  | ToolEnded
  | ToolInterrupted
  | PermissionRequested
  | PermissionDecided
  | PermissionGranted
  | PermissionFailed
  | HookAnswered
  | HookFailed
  | TurnAborted
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
