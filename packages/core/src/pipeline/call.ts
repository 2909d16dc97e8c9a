import type { ApprovalRequest, HookOpinion } from '../approval/approval-request.ts'
import type { ReceivedCall } from '../approval/pending-receipt.ts'
import type { Arguments, Speech } from '../dialect/dialect.ts'
import type { Arrival } from '../limit/arrival-order.ts'
import type { LimitGrant } from '../limit/limiter.ts'
import type { Decision } from '../policy/decision.ts'
import type { ListedTool, RegisteredTool } from '../registry/registered-tool.ts'
import type { Invocation } from '../target/invocation.ts'
import type { Target } from '../target/target.ts'
import type { Permission, Risk } from '../tool/permission.ts'
import type { PartOfCall } from '../tool/tool.ts'

/** A call as the model emitted it: any shape that `normalize` knows, or garbage. */
export interface IncomingCall {
  readonly raw: unknown
  readonly receivedAt: number
  /** Set if the call is only explained, so that the one that follows can still have its id. */
  readonly explained?: true
  /** Its place among the calls that were made at the same time. */
  readonly arrival?: Arrival
}

/** `normalize`: who called what, with arguments inside all limits. */
export interface NormalizedCall extends IncomingCall, ReceivedCall {
  /** Set if the dialect has its own words for the call: its arguments as the model gave them. From `resolve` on, `arguments` are canonical. */
  readonly spoken?: { readonly speech: Speech; readonly arguments: Arguments }
}

/** `resolve`: which tool of the run's set that is. */
export interface ResolvedCall extends NormalizedCall {
  readonly tool: RegisteredTool
}

/** `validate`: the input that every later stage, the policy and the tool see. */
export interface ValidatedCall extends ResolvedCall {
  readonly input: unknown
}

/** `target`: what it will touch, and what that makes of its permission and risk. */
export interface TargetedCall extends ValidatedCall {
  readonly targets: readonly Target[]
  /** The commands that it may start. */
  readonly invocations: readonly Invocation[]
  readonly permission: Permission
  readonly risk: Risk
  /** The reason that permission or risk differ from the tool's own. */
  readonly adjusted?: string
  /** The calls of other tools that it amounts to. The strictest verdict on the call and on each of them applies. */
  readonly parts?: readonly JudgedPart[]
  /** The call that the model made, if it was rerouted to another tool. The stricter verdict on both applies. */
  readonly askedAs?: Pick<TargetedCall, 'tool' | 'input' | 'permission' | 'risk' | 'adjusted'>
}

/** A part of a call, judged as a call of its own tool. */
export interface JudgedPart extends Pick<PartOfCall, 'input' | 'targets'> {
  readonly tool: ListedTool
}

/** `limit`: it holds a place that must be released. */
export interface LimitedCall extends TargetedCall {
  readonly grant: Extract<LimitGrant, { status: 'granted' }>
}

/** `before`: no hook denied it; one may have asked for a person. */
export interface ScreenedCall extends LimitedCall {
  readonly hookOpinions?: readonly HookOpinion[]
  /** Absent if no hook took any time, so that its targets are still as they were resolved. */
  readonly waitedForHooks?: true
}

/** `decide`: the verdict on it, which is not a denial. */
export interface DecidedCall extends ScreenedCall {
  readonly decision: Decision
  /** The request that a person approved. */
  readonly approved?: ApprovalRequest
  /** The time for which it waited for an answer, in milliseconds. */
  readonly waitedMs?: number
}

declare const authorized: unique symbol

/** `approve`: it may run. No other stage says so, and it says so to the compiler alone. */
export interface AuthorizedCall extends DecidedCall {
  readonly [authorized]: true
}

/** The known parts of a call that may have ended at any gate. */
export type CallSoFar = IncomingCall & Partial<Omit<AuthorizedCall, keyof IncomingCall>>
