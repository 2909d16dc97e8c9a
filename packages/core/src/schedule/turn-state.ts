import type { LockRequest } from '../limit/lock-table.ts'

/**
 * The kinds of calls for the scheduler. Reads run together, a write runs alone (or next to writes to other files, if the limits allow it), and agent calls (those that start runs) run
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
  | { readonly phase: 'waiting-approval'; readonly kind: CallKind; readonly isHeld: boolean }
  | { readonly phase: 'admitted'; readonly kind: CallKind; readonly files?: Files }
  | { readonly phase: 'running'; readonly kind: CallKind; readonly files?: Files }
  | { readonly phase: 'ending' }
  | { readonly phase: 'done' }

/** The files that a call reads and changes, if it touches nothing else. */
export type Files = readonly LockRequest[]

export interface TurnState {
  /** In the order of the model. */
  readonly calls: readonly CallState[]
  /** The first write that did not take place: no call behind it may start. */
  readonly brokenAt?: number
  /** The first write that came out as a receipt, or -1 if it was in an earlier part of the turn: calls behind it are asked about, and do not start. */
  readonly heldAt?: number
  /** True if the run was aborted: no call may start. */
  readonly aborted: boolean
}

/** An event of a call, or of the turn. */
export type TurnEvent =
  | { readonly type: 'call.validated'; readonly index: number; readonly kind: CallKind }
  /** `files`: absent if the call may touch more than files that are known. */
  | { readonly type: 'call.admitted'; readonly index: number; readonly files?: Files }
  /** Its outcome is final. `breaksTurn`: it was a write that did not take place. */
  | { readonly type: 'call.ended'; readonly index: number; readonly breaksTurn: boolean }
  /** It came out as a receipt. `holdsTurn`: it is a write. Only in a detached run. */
  | { readonly type: 'call.suspended'; readonly index: number; readonly holdsTurn: boolean }
  | { readonly type: 'turn.aborted' }

/** The reason that a call was ended before it started. */
export type CancelReason = 'failed_write' | 'aborted'

/** The next action. */
export type TurnCommand =
  /** `isHeld`: it ends once it is admitted, unless it comes out as a receipt itself. */
  | { readonly type: 'admit'; readonly index: number; readonly isHeld: boolean }
  /** The same for a call whose admission is under way. */
  | { readonly type: 'hold'; readonly index: number }
  | { readonly type: 'run'; readonly index: number }
  | { readonly type: 'cancel'; readonly index: number; readonly because: CancelReason }

/** The limits of one turn. */
export interface TurnLimits {
  /** The number of reads that run at once, and of calls of any kind that are admitted ahead. */
  readonly parallelReads: number
  /** The number of calls that start runs of agents and run at once. */
  readonly parallelAgents: number
  /**
   * The number of writes that run at once, if each of them only touches files and no two of them the same file. With more than one, a
   * write that fails does not stop those that have already started. 1: writes run one by one.
   */
  readonly parallelWrites: number
}

/** The limits of a turn if its caller sets none. */
export const defaultTurnLimits: TurnLimits = { parallelReads: 8, parallelAgents: 8, parallelWrites: 1 }

export function startTurn(callCount: number, isHeld = false): TurnState {
  const calls = new Array<CallState>(callCount).fill({ phase: 'validating' })
  return { calls, aborted: false, ...(isHeld ? { heldAt: -1 } : {}) }
}
