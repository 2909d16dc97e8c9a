/**
 * The kinds of calls for the scheduler. Reads run together, a write runs alone, and agent calls (those that start runs) run
 * together with their neighbours of the same kind.
 */
export type CallKind = 'read' | 'write' | 'agent'

/**
 * The state of a call of the turn. `waiting-approval`: limits, hooks, policy and approval are in progress, before its
 * turn to run; `admitted`: they are done. `ending`: it will not run, and its outcome is being made.
 */
export type CallState =
  | { readonly phase: 'validating' }
  | { readonly phase: 'queued'; readonly kind: CallKind }
  | { readonly phase: 'waiting-approval'; readonly kind: CallKind }
  | { readonly phase: 'admitted'; readonly kind: CallKind }
  | { readonly phase: 'running'; readonly kind: CallKind }
  | { readonly phase: 'ending' }
  | { readonly phase: 'done' }

export interface TurnState {
  /** In the order of the model. */
  readonly calls: readonly CallState[]
  /** The first write that did not take place: no call behind it may start. */
  readonly brokenAt?: number
  /** True if the run was aborted: no call may start. */
  readonly aborted: boolean
}

/** An event of a call, or of the turn. */
export type TurnEvent =
  | { readonly type: 'call.validated'; readonly index: number; readonly kind: CallKind }
  | { readonly type: 'call.admitted'; readonly index: number }
  /** Its outcome is final. `breaksTurn`: it was a write that did not take place. */
  | { readonly type: 'call.ended'; readonly index: number; readonly breaksTurn: boolean }
  | { readonly type: 'turn.aborted' }

/** The reason that a call was ended before it started. */
export type CancelReason = 'failed_write' | 'aborted'

/** The next action. */
export type TurnCommand =
  | { readonly type: 'admit'; readonly index: number }
  | { readonly type: 'run'; readonly index: number }
  | { readonly type: 'cancel'; readonly index: number; readonly because: CancelReason }

/** The limits of one turn. */
export interface TurnLimits {
  /** The number of reads that run at once, and of calls of any kind that are admitted ahead. */
  readonly parallelReads: number
  /** The number of calls that start runs of agents and run at once. */
  readonly parallelAgents: number
}

/** The limits of a turn if its caller sets none. */
export const defaultTurnLimits: TurnLimits = { parallelReads: 8, parallelAgents: 8 }

export function startTurn(callCount: number): TurnState {
  return { calls: Array.from({ length: callCount }, () => ({ phase: 'validating' })), aborted: false }
}
