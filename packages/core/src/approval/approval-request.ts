import type { Principal } from '../base/principal.ts'
import type { FlowJudgement } from '../flow/sink.ts'
import type { Target } from '../target/target.ts'
import type { Permission, Risk } from '../tool/permission.ts'
import type { ApprovalParts } from './parts-of.ts'

/** The answers of a person. `abort` ends the whole run. */
export type ApprovalAnswer = 'allow_once' | 'allow_for_session' | 'allow_always' | 'deny' | 'abort'

/** One answer that is on offer, with the exact scope it would save. */
export interface OfferedAnswer {
  readonly answer: ApprovalAnswer
  /** For the person: exactly what it would save, e.g. `this call only`. */
  readonly scope: string
}

/** An answer that is not on offer, and why. */
export interface WithheldAnswer {
  readonly answer: ApprovalAnswer
  readonly why: string
}

/** The preview of a text change. */
export type ApprovalPreview =
  /** A unified diff without headers. `cut`: lines of it were left out, which it says at its end. */
  | {
      readonly kind: 'diff'
      readonly path: string
      readonly text: string
      readonly added: number
      readonly removed: number
      readonly cut: boolean
    }
  /** There is nothing to compare line by line, or the call will fail in this way. */
  | { readonly kind: 'summary'; readonly text: string }

/** An earlier answer in this session to a similar question: the same tool for the same program, folder or host. */
export interface EarlierAnswer {
  readonly answer: ApprovalAnswer
  readonly times: number
  /** Milliseconds since the Unix epoch. */
  readonly lastAt: number
}

/** A hook's comment on a call before the question. */
export interface HookOpinion {
  readonly hook: string
  readonly reason: string
}

/** A rule, a default or a hook that asked about a call. */
export interface AskingRule {
  readonly rule: string
  /** Its source: `built-in`, `hook`, or a file with its line. */
  readonly source?: string
  readonly because: string
}

/**
 * The information for an approver, as plain JSON: it may be shown in another process. Scrubbed. Show `parts` in their
 * order, and offer only `allow_once` if they cannot be shown in full.
 */
export interface ApprovalRequest extends ApprovalParts {
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
  /** True if a part could do lasting harm: by its risk, a group of dangerous commands, or unknown effects. */
  readonly dangerous: boolean
  /** The policy's reason for asking. */
  readonly reason: string
  readonly rule: string
  /** All that asked, once each: an approval answers these, and is void if another one asks. Absent in records of earlier versions. */
  readonly asked?: readonly AskingRule[]
  /** Hooks that want a person to decide, with their reasons. */
  readonly hooks: readonly HookOpinion[]
  /** The answer that the asker suggests; only a hint. */
  readonly suggested: ApprovalAnswer
  readonly offers: readonly OfferedAnswer[]
  readonly withheld: readonly WithheldAnswer[]
  /** The evidence of information flow, if it is a reason to ask. */
  readonly flow?: FlowJudgement
  /** Present for calls that change text. */
  readonly preview?: ApprovalPreview
  readonly earlier: readonly EarlierAnswer[]
  readonly principal: Principal
  /** The time of the question, in milliseconds since the Unix epoch. */
  readonly askedAt: number
  /** The time until which the call waits for the answer, in milliseconds since the Unix epoch. Absent if it does not wait. */
  readonly waitsUntil?: number
  /** The time until which an answer counts, in milliseconds since the Unix epoch. */
  readonly answerableUntil: number
  /** The same as `answerableUntil`, in milliseconds, by its name in records of earlier versions. */
  readonly expiresAt: number
  /** SHA-256 over tool, input, targets, working folder, environment names and the content of scripts; compared again before the call runs. */
  readonly digest: string
}

/** The answer of an approver to one request. */
export interface ApprovalDecision {
  readonly requestId: string
  readonly answer: ApprovalAnswer
  /** The digest of the request that was shown. An answer whose digest differs from the request's does not count. */
  readonly digest?: string
  /** The person who decided, if the approver represents several people or clients. Recorded. */
  readonly decidedBy?: string
  /** Fed back to the model with a denial; recorded always. */
  readonly reason?: string
  readonly metadata?: unknown
}
