export {
  type HookEvent,
  type HookVerdict,
  noHooks,
  type PermissionRequestHook,
  type PostToolUseHook,
  type PreToolUseHook,
  type SessionStartHook,
  type SubagentEnd,
  type SubagentFacts,
  type SubagentStartHook,
  type SubagentStopHook,
} from '../hook/hook.ts'
export type { HookMatcher, TargetMatcher } from '../hook/hook-matcher.ts'
export { createMessageHook, type HookMessage, type MessageHook } from '../hook/message-hook.ts'
export { readHookVerdict } from '../hook/read-hook-answer.ts'
export { createSubagentHooks, type SubagentHookParts, type SubagentHooks } from '../hook/subagent-hooks.ts'
