import type { ApprovalRequest } from '../approval/approval-request.ts'
import type { Principal } from '../base/principal.ts'
import type { CallFacts } from '../policy/authority.ts'
import type { ToolResult } from '../result/tool-result.ts'
import type { HookMatcher } from './hook-matcher.ts'

/**
 * A gating hook's verdict on a call. Only a trusted hook may rewrite, and the new input is validated like any other.
 */
export type HookVerdict =
  | { readonly verdict: 'allow' }
  | { readonly verdict: 'ask'; readonly reason: string }
  | { readonly verdict: 'deny'; readonly reason: string }
  | { readonly verdict: 'rewrite'; readonly input: Readonly<Record<string, unknown>> }

interface HookBase {
  readonly name: string
  /** The time limit of one run of the hook, in milliseconds. Default and upper bound: the run's `hookTimeoutMs`. */
  readonly timeoutMs?: number
}

interface CallHook extends HookBase {
  /** The calls that it is about. Default: all. */
  readonly matcher?: HookMatcher
}

/** Gating: runs before the policy decides. It can narrow and never widen: one that fails, hangs or says nothing sensible denies the call. */
export interface PreToolUseHook extends CallHook {
  /** True if the operator lets it rewrite inputs. */
  readonly trusted?: boolean
  /** True if it only reads memory and returns no promise: a call that it allows has not waited, so its targets are not resolved again. */
  readonly instant?: boolean
  run(facts: CallFacts, signal: AbortSignal): HookVerdict | Promise<HookVerdict>
}

/**
 * Gating: runs before a person is asked, and may save the question by denying the call. Its `allow` and `ask` change
 * nothing: the question is asked.
 */
export interface PermissionRequestHook extends CallHook {
  run(facts: CallFacts, request: ApprovalRequest, signal: AbortSignal): HookVerdict | Promise<HookVerdict>
}

/** Observing: runs after an executed call, on its scrubbed result. Text that it returns is scrubbed and shown to the model; the failure of one is recorded. */
export interface PostToolUseHook extends CallHook {
  run(
    facts: CallFacts,
    result: Pick<ToolResult, 'isError' | 'content'>,
    signal: AbortSignal,
  ): string | undefined | Promise<string | undefined>
}

/** Observing: runs once when the first run of a session is opened. Nothing waits for it; its failure is recorded. */
export interface SessionStartHook extends HookBase {
  run(principal: Principal, signal: AbortSignal): void | Promise<void>
}

/** A child, as hooks about children see it. */
export interface SubagentFacts {
  /** Its id, which is the id of its session. */
  readonly child: string
  readonly label: string
  readonly task: string
  /** `main` for the work of another agent. */
  readonly role: Principal['role']
  /** The number of runs above it: 1 for a child of a run that nobody started. */
  readonly depth: number
  /** The number of this run of it: more than 1 if it goes on after an end. */
  readonly runs: number
  readonly agent?: string | undefined
  readonly user?: string | undefined
  /** The session and the run that started it. */
  readonly parent: Pick<Principal, 'session' | 'run'>
}

/** The end of a run of a child, as hooks see it. */
export interface SubagentEnd {
  /** `completed`, `failed`, `cancelled`, `timed_out` or `rejected`. */
  readonly state: string
  /** Its report. */
  readonly text: string
  /** The reason of an end that is not completed. */
  readonly message?: string | undefined
  /** The branch that has its work. */
  readonly branch?: string | undefined
}

/** Gating: runs before a child starts, and before it goes on after an end. Only `allow` lets it: `ask` refuses too, since its call was decided before. */
export interface SubagentStartHook extends HookBase {
  run(child: SubagentFacts, signal: AbortSignal): HookVerdict | Promise<HookVerdict>
}

/** Observing: runs after a run of a child has ended. Nothing waits for it; its failure is recorded. */
export interface SubagentStopHook extends HookBase {
  run(child: SubagentFacts, result: SubagentEnd, signal: AbortSignal): void | Promise<void>
}

/** The hooks of a run by event, each list in the order in which it runs. An event exists once something emits it. */
export interface Hooks {
  readonly sessionStart: readonly SessionStartHook[]
  readonly preToolUse: readonly PreToolUseHook[]
  readonly permissionRequest: readonly PermissionRequestHook[]
  readonly postToolUse: readonly PostToolUseHook[]
  readonly subagentStart: readonly SubagentStartHook[]
  readonly subagentStop: readonly SubagentStopHook[]
}

/** The name of an event, as a configuration and the message to a program spell it. */
export type HookEvent =
  | 'SessionStart'
  | 'PreToolUse'
  | 'PermissionRequest'
  | 'PostToolUse'
  | 'SubagentStart'
  | 'SubagentStop'

/** No hooks at all. */
export const noHooks: Hooks = {
  sessionStart: [],
  preToolUse: [],
  permissionRequest: [],
  postToolUse: [],
  subagentStart: [],
  subagentStop: [],
}
