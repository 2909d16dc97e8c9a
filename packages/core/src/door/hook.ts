export {
  type HookEvent,
  type HookVerdict,
  noHooks,
  type PermissionRequestHook,
  type PostToolUseHook,
  type PreToolUseHook,
  type SessionStartHook,
} from '../hook/hook.ts'
export type { HookMatcher, TargetMatcher } from '../hook/hook-matcher.ts'
export { readHookText, readHookVerdict } from '../hook/read-hook-answer.ts'
