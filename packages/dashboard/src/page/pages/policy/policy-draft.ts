/** The policy that the database holds, or that a draft was begun with. */
export interface HeldPolicy {
  readonly version: number
  readonly policy: unknown
  readonly tests: readonly PolicyTest[]
}

/** A call with the verdict that must come out. */
export interface PolicyTest {
  readonly name?: string
  readonly tool: string
  readonly arguments?: unknown
  /** The caller, by agent, role and so on. */
  readonly as?: Readonly<Record<string, string>>
  readonly expect: string
}

/** A difference between two policies, at the keys from the section down. */
export interface PolicyChange {
  readonly path: readonly string[]
  /** Absent if there was none. */
  readonly before?: unknown
  /** Absent if there is none. */
  readonly after?: unknown
  /** True unless it is certain that nothing more is allowed. */
  readonly wider: boolean
}

/** A fault of a draft, at the dotted path of a setting. */
export interface PolicyProblem {
  readonly place: string
  readonly message: string
}

/** A person's draft of the policy, as the API answers it. */
export interface PolicyDraft {
  /** Changes with each change of the draft. */
  readonly edition: string
  readonly policy: unknown
  readonly tests: readonly PolicyTest[]
  readonly base: HeldPolicy
  readonly current: HeldPolicy
  /** True if somebody changed the policy since the draft was begun. */
  readonly isStale: boolean
  readonly changes: readonly PolicyChange[]
  readonly wider: boolean
  readonly problems: readonly PolicyProblem[]
  readonly warnings: readonly PolicyProblem[]
  readonly note: string | null
  /** The last simulation of exactly this draft. */
  readonly simulation: { readonly at: string; readonly calls: number; readonly changed: number } | null
}

/** The path of the draft below `/v1`. */
export const draftPath = '/policy/draft'

/** Returns a policy as a person edits it. */
export function policyText(policy: unknown): string {
  return JSON.stringify(policy ?? {}, null, 2)
}

/** Returns the name by which an edition of the draft is changed and applied. */
export function etagOf(edition: string): string {
  return `"draft-${edition}"`
}
