import type { Principal } from '../principal/principal.ts'
import type { Target } from '../target/target.ts'
import type { Permission, Risk } from '../tool/permission.ts'

/** What a person can answer. `abort` ends the whole run. */
export type ApprovalAnswer = 'allow_once' | 'allow_for_session' | 'allow_always' | 'deny' | 'abort'

/** One answer that is on offer, with the exact scope it would save. */
export interface OfferedAnswer {
  readonly answer: ApprovalAnswer
  /** For the person: exactly what it would save, e.g. `this call only`. */
  readonly scope: string
}

/** What a hook said of the call on its way to being asked. */
export interface HookOpinion {
  readonly hook: string
  readonly reason: string
}

/** Everything an approver needs to know, as plain JSON: it may be shown in another process. Scrubbed. */
export interface ApprovalRequest {
  readonly id: string
  readonly toolCallId: string
  /** Canonical. */
  readonly tool: string
  readonly permission: Permission
  readonly risk: Risk
  readonly tags: readonly string[]
  /** The arguments. */
  readonly input: unknown
  readonly targets: readonly Target[]
  /** Absolute. */
  readonly cwd: string
  /** Names of the environment variables that its programs get, sorted; none for calls that run no program. */
  readonly environment: readonly string[]
  /** `scheme://host:port` of every host among the targets. */
  readonly hosts: readonly string[]
  /** Whether a part of it could do lasting harm: its risk, a group of dangerous commands, or what cannot be known. */
  readonly dangerous: boolean
  /** Why it is asked: the policy's words. */
  readonly reason: string
  readonly rule: string
  /** Hooks that want a person to decide, with their reasons. */
  readonly hooks: readonly HookOpinion[]
  /** What whoever asks would answer; only a hint. */
  readonly suggested: ApprovalAnswer
  readonly offers: readonly OfferedAnswer[]
  readonly principal: Principal
  /** Milliseconds since the Unix epoch after which the answer is no. */
  readonly expiresAt: number
  /** SHA-256 over tool, input, targets, working folder, environment names and the content of scripts; compared again before the call runs. */
  readonly digest: string
}

export interface ApprovalDecision {
  readonly requestId: string
  readonly answer: ApprovalAnswer
  /** Who decided, where the approver speaks for several people or clients. Recorded. */
  readonly decidedBy?: string
  /** Fed back to the model with a denial; recorded always. */
  readonly reason?: string
  readonly metadata?: unknown
}
