import type { Principal } from '../principal/principal.ts'
import type { Target } from '../target/target.ts'
import type { Permission, Risk } from '../tool/permission.ts'

/** What a person can answer. `abort` ends the whole run. */
export type ApprovalAnswer = 'allow_once' | 'allow_for_session' | 'allow_always' | 'deny' | 'abort'

/** One answer that is on offer, with the exact scope it would save. */
export interface OfferedAnswer {
  readonly answer: ApprovalAnswer
  /** For the person, e.g. `this call only`. */
  readonly scope: string
}

/** Everything an approver needs to know, as plain JSON: it may be shown in another process. */
export interface ApprovalRequest {
  readonly id: string
  readonly toolCallId: string
  /** Canonical. */
  readonly tool: string
  readonly permission: Permission
  readonly risk: Risk
  readonly tags: readonly string[]
  /** The arguments, scrubbed. */
  readonly input: unknown
  readonly targets: readonly Target[]
  /** Why it is asked: the policy's words. */
  readonly reason: string
  readonly rule: string
  readonly offers: readonly OfferedAnswer[]
  readonly principal: Principal
  /** Milliseconds since the Unix epoch after which the answer is no. */
  readonly expiresAt: number
  /** SHA-256 over tool, input, targets and working folder; compared again before the call runs. */
  readonly digest: string
}

export interface ApprovalDecision {
  readonly requestId: string
  readonly answer: ApprovalAnswer
  /** Fed back to the model with a denial; recorded always. */
  readonly reason?: string
  readonly metadata?: unknown
}
