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

/** The hooks of a run by event, each list in the order in which it runs. An event exists once something emits it. */
export interface Hooks {
  readonly sessionStart: readonly SessionStartHook[]
  readonly preToolUse: readonly PreToolUseHook[]
  readonly permissionRequest: readonly PermissionRequestHook[]
  readonly postToolUse: readonly PostToolUseHook[]
}

/** The name of an event, as a configuration and the message to a program spell it. */
export type HookEvent = 'SessionStart' | 'PreToolUse' | 'PermissionRequest' | 'PostToolUse'

/** No hooks at all. */
export const noHooks: Hooks = { sessionStart: [], preToolUse: [], permissionRequest: [], postToolUse: [] }
