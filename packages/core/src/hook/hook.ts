import type { CallFacts } from '../policy/authority.ts'
import type { ToolResult } from '../result/tool-result.ts'

/** What a gating hook says of a call. Only a trusted hook may rewrite, and the new input is validated like any other. */
export type HookVerdict =
  | { readonly verdict: 'allow' }
  | { readonly verdict: 'ask'; readonly reason: string }
  | { readonly verdict: 'deny'; readonly reason: string }
  | { readonly verdict: 'rewrite'; readonly input: Readonly<Record<string, unknown>> }

/** Runs before the policy decides. It can narrow and never widen: one that fails denies the call. */
export interface PreToolUseHook {
  readonly name: string
  /** Whether the operator lets it rewrite inputs. */
  readonly trusted?: boolean
  run(facts: CallFacts, signal: AbortSignal): HookVerdict | Promise<HookVerdict>
}

/** Runs after an executed call, on its scrubbed result. Text that it returns is scrubbed and shown to the model; one that fails is ignored. */
export interface PostToolUseHook {
  readonly name: string
  run(
    facts: CallFacts,
    result: Pick<ToolResult, 'isError' | 'content'>,
    signal: AbortSignal,
  ): string | undefined | Promise<string | undefined>
}

export interface Hooks {
  readonly preToolUse: readonly PreToolUseHook[]
  readonly postToolUse: readonly PostToolUseHook[]
}

export const noHooks: Hooks = { preToolUse: [], postToolUse: [] }
