/** Something that is done with one task. The last eight are acts of the supervisor. */
export type TaskAction =
  | { readonly type: 'claim' }
  /** `needsReview` is true if somebody has to approve it: a quality gate did not pass the result. */
  | { readonly type: 'complete'; readonly result: string; readonly needsReview?: boolean }
  | { readonly type: 'cancel'; readonly reason?: string | undefined }
  | { readonly type: 'assign'; readonly assignee: string }
  | { readonly type: 'review'; readonly result?: string | undefined }
  | { readonly type: 'approve'; readonly text?: string | undefined }
  | { readonly type: 'reject'; readonly text: string }
  | { readonly type: 'comment'; readonly kind: 'note' | 'blocker'; readonly text: string }
  | { readonly type: 'progress'; readonly percent: number; readonly step?: string | undefined }
  | { readonly type: 'attach'; readonly path: string }
  | { readonly type: 'ask_user'; readonly text: string }
  | { readonly type: 'clear_ask_user' }
  /** Answers the question that the task waits for. */
  | { readonly type: 'answer'; readonly text: string }
  | {
      readonly type: 'update'
      readonly subject?: string | undefined
      readonly description?: string | undefined
      readonly priority?: number | undefined
      readonly blockedBy?: readonly string[] | undefined
    }
  | { readonly type: 'retry' }
  | { readonly type: 'dispatch' }
  | { readonly type: 'renew' }
  /** Without a reason only if the lease has ended. `counts` is false if it was given out for nothing. */
  | { readonly type: 'expire'; readonly reason?: string | undefined; readonly counts?: boolean }
  | { readonly type: 'unblock' }
  | { readonly type: 'fail'; readonly reason: string }
  /** Takes the task back until its question is answered: the run of its owner has ended. */
  | { readonly type: 'wait' }
  /** Asks the user again, if it is time for that. */
  | { readonly type: 'remind'; readonly everyMs: number; readonly most: number }
  /** Keeps the judgement of quality gates on a result. `gate` sent it back. */
  | {
      readonly type: 'judge'
      readonly isPassed: boolean
      readonly gate?: string | undefined
      readonly feedback?: string | undefined
    }

/** The facts that a decision needs besides the task. */
export interface BoardFacts {
  /** Milliseconds since the Unix epoch. */
  readonly now: number
  /** The length of a lease, in milliseconds. */
  readonly leaseMs: number
  /** Names of blockers that are not over, as `nameOfTask` says. For `update`, those of the new list. */
  readonly openBlockers: readonly string[]
  /** The run that acts, if it holds back what it makes ready. */
  readonly run?: string | undefined
  /** The agents that can own a task. */
  readonly assignable: ReadonlySet<string>
}
