import type { CallFacts } from '../policy/authority.ts'
import type {
  HookEvent,
  HookVerdict,
  PermissionRequestHook,
  PostToolUseHook,
  PreToolUseHook,
  SessionStartHook,
  SubagentStartHook,
  SubagentStopHook,
} from './hook.ts'
import { readHookText } from './read-hook-answer.ts'

/** The message to a hook outside this process: the event, and what it is about. */
export type HookMessage = { readonly event: HookEvent } & Readonly<Record<string, unknown>>

/** One hook outside this process as a handler of every event. */
export interface MessageHook {
  readonly sessionStart: SessionStartHook
  readonly preToolUse: PreToolUseHook
  readonly permissionRequest: PermissionRequestHook
  readonly postToolUse: PostToolUseHook
  readonly subagentStart: SubagentStartHook
  readonly subagentStop: SubagentStopHook
}

/** The ways to reach a hook outside this process and to read its answers. */
export interface MessageHookParts<Answer> {
  readonly name: string
  /** The time limit of one exchange, in milliseconds. */
  readonly timeoutMs: number
  /** True if the operator lets it rewrite inputs. */
  readonly trusted: boolean
  readonly ask: (message: HookMessage, signal: AbortSignal) => Promise<Answer>
  /** Reads what it says about a gating event. Throws if it is not a verdict. */
  readonly verdictOf: (answer: Answer) => HookVerdict
  /** Reads the JSON that it says about an observing event. Throws if it failed. */
  readonly remarkOf: (answer: Answer) => unknown
}

/** Creates the handlers of every event for a hook that is sent one message and gives one answer. */
export function createMessageHook<Answer>(parts: MessageHookParts<Answer>): MessageHook {
  const { name, timeoutMs, trusted, ask, verdictOf, remarkOf } = parts
  const judged = async (message: HookMessage, signal: AbortSignal) => verdictOf(await ask(message, signal))
  const remark = async (message: HookMessage, signal: AbortSignal) => readHookText(remarkOf(await ask(message, signal)))
  return {
    sessionStart: {
      name,
      timeoutMs,
      run: async (principal, signal) => void (await remark({ event: 'SessionStart', principal }, signal)),
    },
    preToolUse: {
      name,
      timeoutMs,
      trusted,
      run: (facts, signal) => judged({ event: 'PreToolUse', call: sendable(facts) }, signal),
    },
    permissionRequest: {
      name,
      timeoutMs,
      run: (facts, request, signal) => judged({ event: 'PermissionRequest', call: sendable(facts), request }, signal),
    },
    postToolUse: {
      name,
      timeoutMs,
      run: (facts, result, signal) => remark({ event: 'PostToolUse', call: sendable(facts), result }, signal),
    },
    subagentStart: {
      name,
      timeoutMs,
      run: (child, signal) => judged({ event: 'SubagentStart', child }, signal),
    },
    subagentStop: {
      name,
      timeoutMs,
      run: async (child, result, signal) => void (await remark({ event: 'SubagentStop', child, result }, signal)),
    },
  }
}

function sendable(facts: CallFacts): unknown {
  return { ...facts, tags: [...facts.tags] }
}
